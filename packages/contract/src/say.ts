// Every sentence that refuses stands once, in a catalogue of its area, under a code that stays
// when the sentence changes (docs/decisions/0037-refusals-have-codes.md).

/** The sentence, after its code on the wire where that is not 400; `{name}` is a parameter. */
export type Sentence = string | readonly [code: number, text: string]
export type Catalogue = Readonly<Record<string, Sentence>>

type TextOf<S extends Sentence> = S extends readonly [number, infer T extends string] ? T : S
type NamesIn<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
/** What a sentence asks for: one value for each of its parameters. */
type Asked<S extends Sentence> = Record<NamesIn<TextOf<S>>, string | number>

/** The values of a sentence's parameters; nothing where it has none. */
export type Values<S extends Sentence> = NamesIn<TextOf<S>> extends never ? [] : [values: Asked<S>]

/** A refusal put into words: its stable code, its values, the code on the wire and the text. */
export type Said = {
  reason: string
  values: Readonly<Record<string, string | number>>
  code: number
  text: string
}

/** The code on the wire, and the sentence with its parameters. */
export const codeAndText = (sentence: Sentence): readonly [code: number, text: string] =>
  typeof sentence === 'string' ? [400, sentence] : sentence

const worded = (text: string, values: Said['values']) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** The sentence of a code that was kept; the code itself once its sentence is gone. */
export function sentenceOf(catalogue: Catalogue, reason: string, values: Said['values']): string {
  const sentence = Object.hasOwn(catalogue, reason) ? catalogue[reason] : undefined
  if (sentence === undefined) return reason
  return worded(codeAndText(sentence)[1], values)
}

/** Puts a refusal of a catalogue into words. */
export function sayOf<C extends Catalogue, K extends keyof C & string>(
  catalogue: C,
  reason: K,
  ...[values]: Values<C[K]>
): Said {
  // `reason` is one of the catalogue's own keys.
  const [code, text] = codeAndText(catalogue[reason]!)
  const given: Said['values'] = values ?? {}
  return {
    reason,
    values: given,
    code,
    text: worded(text, given),
  }
}
