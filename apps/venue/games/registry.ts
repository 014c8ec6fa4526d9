import { itemAt, lastOf } from '../model/present.ts'
import type { VenueCode } from '@tianping/venue-protocol'
import type { Book } from '../model/Book.ts'
import type { Table } from '../model/Table.ts'
import { esport } from './esport/model/esport.ts'
import { football } from './football/model/football.ts'
import { baccarat } from './baccarat/model/baccarat.ts'
import { dragonTiger } from './dragontiger/model/dragontiger.ts'
import type { InstantGame } from '../model/InstantGame.ts'
import { k3 } from './k3/model/k3.ts'
import { niuniu } from './niuniu/model/niuniu.ts'
import { pk10 } from './pk10/model/pk10.ts'
import { redBlack } from './redblack/model/redblack.ts'
import { slot3 } from './slot3/model/slot3.ts'
import { slot5 } from './slot5/model/slot5.ts'
import { ssc } from './ssc/model/ssc.ts'

/** What a player can open: rounds of his own, a table with shared ones, or a book of matches. */
export type Game = InstantGame | Table | Book

/** Everything that can be played. A game that cannot is not listed. */
const GAMES: readonly Game[] = [
  slot3('OB', 'orchard3', '鲜果'),
  slot5('slotA', 'OB', 'koi5', '锦鲤龙门'),
  slot5('slotA', 'OB', 'moon5', '桂月玉兔'),
  slot3('FG', 'fortune3', '招财进宝'),
  slot3('FG', 'jewel3', '珠光宝气'),
  slot3('PP', 'koi3', '锦鲤三连'),
  slot5('slotD', 'PP', 'peach5', '蟠桃消消'),
  slot5('slotD', 'PP', 'gems5', '琉璃宝石'),
  slot3('AE', 'journey3', '西游三宝'),
  slot5('slotB', 'AE', 'journey5', '西游取经'),
  slot5('slotB', 'AE', 'dragon5', '龙腾虎跃'),
  baccarat,
  dragonTiger,
  niuniu,
  redBlack,
  k3,
  ssc,
  pk10,
  football,
  esport,
]

export function isTable(game: Game): game is Table {
  return 'phases' in game
}

export function isBook(game: Game): game is Book {
  return 'fixture' in game
}

export function kindOf(game: Game): 'table' | 'book' | 'instant' {
  if (isTable(game)) return 'table'
  return isBook(game) ? 'book' : 'instant'
}

/** Every book of every venue. */
export function allBooks(): Book[] {
  return GAMES.filter(isBook)
}

/** Every table of every venue. */
export function allTables(): Table[] {
  return GAMES.filter(isTable)
}

export function gamesOf(venue: VenueCode): Game[] {
  return GAMES.filter(game => game.venue === venue)
}

export function findGame(venue: VenueCode, code: string): Game | undefined {
  return GAMES.find(game => game.venue === venue && game.code === code)
}

/** Game codes are unique over all venues, so that pages can be addressed by code alone. */
export function gameByCode(code: string): Game | undefined {
  return GAMES.find(game => game.code === code)
}

/**
 * The least and the greatest stake: of a table on one line, whatever its largest chip is; of a book
 * on one ticket.
 */
export function stakeLimits(game: Game): { leastFen: bigint; mostFen: bigint } {
  return {
    leastFen: itemAt(game.stakesFen, 0),
    mostFen: isTable(game) ? game.maxLineFen : lastOf(game.stakesFen),
  }
}
