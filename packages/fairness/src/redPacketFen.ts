import { fairDraws, type FairInput } from './fairDraws.ts'

/** The model's name in the stream of every red packet. */
export const RED_PACKET = 'redpacket'

/**
 * What one red packet holds, in fen: uniform over the tier's published range, both ends included.
 * The same function draws on the server and verifies in the browser.
 */
export function redPacketFen(
  input: Omit<FairInput, 'game'>,
  range: { minFen: number; maxFen: number },
): number {
  if (
    !Number.isSafeInteger(range.minFen) ||
    !Number.isSafeInteger(range.maxFen) ||
    range.minFen < 1 ||
    range.maxFen < range.minFen
  )
    throw new Error('a range of fen has a least and a greatest')
  return (
    range.minFen + fairDraws({ ...input, game: RED_PACKET }).below(range.maxFen - range.minFen + 1)
  )
}
