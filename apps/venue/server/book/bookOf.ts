import { isBook } from '../../games/registry.ts'
import { PlayRefusal } from '../play/PlayRefusal.ts'
import type { Session } from '../play/session.sql.ts'
import { gameOf } from '../play/snapshot.ts'
import type { Book } from '../../model/Book.ts'

/** The session's game, a book of matches. */
export function bookOf(session: Session): Book {
  const game = gameOf(session)
  if (!isBook(game)) throw new PlayRefusal(2000)
  return game
}
