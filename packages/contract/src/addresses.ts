// Addresses that operators write and browsers open. No zod here: the browser may load it.

/** Spaces, line ends and backslashes: browsers read past them, so that an address is another. */
const UNREADABLE = /[\s\\\p{Cc}]/u

/**
 * A complete web address without a name or password before its host; plain http only where it is
 * allowed.
 */
export function isWebAddress(text: string, plainHttp = false): boolean {
  if (UNREADABLE.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || plainHttp) && username === '' && password === ''
}

/** A path of the site itself; `//x` is another site. */
export const isOwnPath = (text: string): boolean => /^\/(?!\/)/.test(text) && !UNREADABLE.test(text)

/** Where a picture may come from. */
export const isPicture = (text: string): boolean => isOwnPath(text) || isWebAddress(text)
