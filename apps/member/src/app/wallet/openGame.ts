import { useEffect, useState } from 'react'

/** The launch that this tab has left the app for; another tab's game is not its business. */
const key = 'openGame'

/** Remembers a game that opens in this tab. */
export const noteGame = (ticket: string) => sessionStorage.setItem(key, ticket)
export const forgetGame = () => sessionStorage.removeItem(key)

/**
 * The game that was left when our app shows again in its tab: by its way back, by the browser's, or
 * from the browser's memory of the page.
 */
export function useLeftGame(): [ticket: string | null, forget: () => void] {
  const [ticket, setTicket] = useState(() => sessionStorage.getItem(key))
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) setTicket(sessionStorage.getItem(key))
    }
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
  return [
    ticket,
    () => {
      forgetGame()
      setTicket(null)
    },
  ]
}
