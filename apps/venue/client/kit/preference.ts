/** What a player has switched on or off on this device; `usual` where nothing is stored. */
export function preferred(name: string, usual: boolean): boolean {
  try {
    const stored = localStorage.getItem(name)
    return stored === null ? usual : stored === 'on'
  } catch {
    return usual
  }
}

export function prefer(name: string, on: boolean) {
  try {
    localStorage.setItem(name, on ? 'on' : 'off')
  } catch {
    /* It lasts for this page then. */
  }
}
