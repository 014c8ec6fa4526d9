/**
 * `system` follows the device. An operator's page may carry `data-theme` on its root; the member's
 * own choice wins.
 */
export type Theme = 'system' | 'light' | 'dark'
const key = 'theme'

export const currentTheme = (): Theme => {
  const chosen = localStorage.getItem(key)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function chooseTheme(theme: Theme) {
  if (theme === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, theme)
  applyTheme()
}

export function applyTheme() {
  const theme = currentTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
