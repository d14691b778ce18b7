import AppIntents

struct Named { let title: String }
let song = Named(title: "Halley")
let playlist = Named(title: "Comets")
// SNIPPET
