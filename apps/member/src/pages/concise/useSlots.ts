import type { Given } from '@tianping/contract'
import { useAnswer } from '../../app/calls.ts'
import { go } from '../../app/routes/navigation.ts'
import { loggedIn } from '../../app/session.ts'
import { texts } from '../../app/texts.ts'
import { toast } from '../../ui/layer/toast.tsx'

export type Slot = Given<'POST /api/gamelistBycode'>[number]

/** The venues' tabs by the code the server takes (P2-2.16-01). */
export const slotTabs = [
  { key: 'obgdy', label: 'OB' },
  { key: 'fgdz', label: 'FG' },
  { key: 'pp', label: 'PP' },
  { key: 'ae', label: 'AE' },
] as const
export type SlotTab = (typeof slotTabs)[number]['key']

/** The games of one tab: asked for when it is first shown, and kept. */
export const useSlots = (tab: SlotTab) =>
  useAnswer('POST /api/gamelistBycode', { gamecode: tab }, { once: true })

/** Opens a game; visitors are told to log in. */
export function openSlot(slot: Slot) {
  if (!loggedIn()) return toast(texts.pleaseLogin, 'danger')
  go('/gamePage', { name: slot.catecode, code: slot.gamecode, title: slot.gamename })
}
