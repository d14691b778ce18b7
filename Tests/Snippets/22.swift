import AppIntents
import GeoToolbox

// SNIPPET 17
// SNIPPET
