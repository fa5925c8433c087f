/** Typos are forgiven only in words of five letters or more; codes and sizes must match. */
export const maybeMistyped = (word: string): boolean => /^\p{L}{5,}$/u.test(word)

/** Whether the typed text is the beginning of a word with exactly one typo. */
export const isMistyped = (typed: string, word: string): boolean => {
  let at = 0
  while (at < typed.length && typed[at] === word[at]) at++
  if (at === typed.length) return false
  const goesOn = (typedFrom: number, wordFrom: number) =>
    wordFrom <= word.length && word.startsWith(typed.slice(typedFrom), wordFrom)
  return (
    goesOn(at + 1, at + 1) ||
    goesOn(at + 1, at) ||
    goesOn(at, at + 1) ||
    (typed[at] === word[at + 1] && typed[at + 1] === word[at] && goesOn(at + 2, at + 2))
  )
}
