// How the characters of a board look, and what they are called.
import { count } from "../../words.js";

export const LOOKS = {
  "?": "fog", ".": "open", "!": "fog flag", "~": "fog doubt", B: "fog mine", "@": "fog flagmine", "*": "hit blast", "/": "fog wrongflag",
};
export const WORDS = {
  "?": "closed", ".": "open, no mine around", "!": "flagged", "~": "closed, a question mark", B: "a mine", "@": "a flagged mine",
  "*": "the mine that was hit", "/": "flagged, but no mine",
};
for (let number = 1; number <= 8; number++) {
  LOOKS[number] = `open ${number}`;
  WORDS[number] = `open, ${count(number, "mine")} around`;
}
