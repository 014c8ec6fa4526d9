import { gameLangs, type GameLang } from '@tianping/contract/games/facts'

/** The language that the member's games open in, chosen on this device. */
const key = 'gameLang'

export const currentGameLang = (): GameLang => {
  const chosen = localStorage.getItem(key) ?? ''
  return Object.hasOwn(gameLangs, chosen) ? (chosen as GameLang) : 'zh-Hans'
}

export function chooseGameLang(lang: GameLang) {
  if (lang === 'zh-Hans') localStorage.removeItem(key)
  else localStorage.setItem(key, lang)
}

/** What the way into a game is asked with; nothing for the games' own language. */
export const langAsked = (): { lang?: GameLang } => {
  const lang = currentGameLang()
  return lang === 'zh-Hans' ? {} : { lang }
}
