import { sha256, toHex, utf8 } from '@tianping/fairness'

/**
 * Published mathematics: the present one and, of a game whose rounds are drawn as before, what was
 * published earlier.
 */
type Published = { mathJson: string; mathVersion: string; mathBefore?: readonly string[] }

/**
 * What was published under this version; undefined when it is none of those by which the game still
 * draws and judges.
 */
export function mathOf(
  { mathJson, mathVersion, mathBefore = [] }: Published,
  version: string,
): string | undefined {
  return version === mathVersion
    ? mathJson
    : mathBefore.find(json => toHex(sha256(utf8(json))) === version)
}
