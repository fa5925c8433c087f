/** The letter of a key, by its position on keyboards of another alphabet, so that shortcuts work on them. */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string =>
  (/^\p{Script=Latin}$/u.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key)).toLowerCase()

/** Safari ends a composition before it sends the key that ended it; only this number tells. */
const HANDLED_BY_INPUT_METHOD = 229

/** Whether an input method uses the key, as the Enter that confirms a conversion. */
export const isForInputMethod = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === HANDLED_BY_INPUT_METHOD
