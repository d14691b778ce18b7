import AppIntents
import GeoToolbox

// SNIPPET
