/** The largest win as players read it: cut, never rounded up. */
export const maxWinText = (maxWin: string) => String(Math.floor(Number(maxWin) * 10) / 10)
