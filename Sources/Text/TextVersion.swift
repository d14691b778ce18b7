/// Numbers of the ways in which this module reads a text.
///
/// What is made by one of them is stored with its number; where an index was made with another, it is made anew.
public enum TextVersion {
    /// Of tokens, their forms and stems, and folding: raised whenever the same text would give others.
    public static let analysis = 3
    /// Of passages: raised whenever the same text would be cut elsewhere.
    public static let passages = 2
}
