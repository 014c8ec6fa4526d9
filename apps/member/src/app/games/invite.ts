/** A game that a visitor wants to open, and the address that opens it. */
export type Invite = {
  name: string
  venue: string
  picture: string
  address: string
  /** The game as its venue knows it, for play without money. */
  platname: string
  code: string
}

let invite: (Invite & { open: boolean }) | null = null
const watchers = new Set<() => void>()
const show = (next: typeof invite) => {
  invite = next
  for (const watcher of watchers) watcher()
}

export const inviteNow = () => invite
export const watchInvite = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Offers a visitor the two ways in, both of which lead on to the game. */
export const inviteTo = (next: Invite) => show({ ...next, open: true })
export const closeInvite = () => {
  if (invite) show({ ...invite, open: false })
}
