// mode: 5
import AppIntents
import GeoToolbox

// SNIPPET
