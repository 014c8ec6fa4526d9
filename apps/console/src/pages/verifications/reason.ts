import { verificationReasons, type VerificationReason } from '@tianping/contract/verification/facts'

const { other: _other, ...offered } = verificationReasons

/** The reasons that a refusal offers. */
export const reasonsOffered: string[] = Object.values(offered)

/**
 * What was typed as a reason and a remark: a text that begins with an offered reason is that one,
 * with the rest as the remark; any other text is a remark alone.
 */
export function reasonIn(typed: string): { reason: VerificationReason; remark: string } {
  for (const [reason, label] of Object.entries(offered)) {
    if (!typed.startsWith(label)) continue
    const remark = typed.slice(label.length).replace(/^[：:，,。\s]+/, '')
    return { reason: reason as VerificationReason, remark }
  }
  return { reason: 'other', remark: typed }
}
