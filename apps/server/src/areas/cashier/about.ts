import type { MessageAbout } from '@tianping/contract/message/facts'
import { recordType } from '@tianping/contract/records/facts'

/** What messages about orders are about, and where the member finds the order. */
export const aboutDeposit = (depositNo: string): MessageAbout => ({
  kind: 'money',
  link: `/payInfo?deposit_no=${depositNo}`,
})

export const aboutWithdrawals: MessageAbout = {
  kind: 'money',
  link: `/transRecord?type=${recordType.withdrawal}`,
}
