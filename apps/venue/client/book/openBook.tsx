import { EmptyRoom, openGame } from '../frame/openGame.tsx'
import './book.css'
import type { Stored } from '../session/wire.ts'
import type { BookDesign } from './BookDesign.ts'
import { BookFrame } from './BookFrame.tsx'
import { useBook } from './useBook.ts'

/** Draws the page of a book. */
export function openBook<Terms, Detail, Outcome>(design: BookDesign<Terms, Detail, Outcome>): void {
  openGame<Stored>({
    ...design,
    Waiting: ({ game }) => <EmptyRoom page={design} game={game} />,
    Play: ({ game, state }) => {
      const book = useBook(game)
      if (!book) return <EmptyRoom page={design} game={game} />
      return <BookFrame game={game} state={state} book={book} design={design} />
    },
  })
}
