// Makes seeds as a venue that has just started does, in a process whose clock stands: run by
// play/protectionPlay.test.ts, many at once.
import { connect, transaction } from '@tianping/database'
import { putPlayer } from '../../server/wallet/wallet.sql.ts'

Date.now = () => 0
const { newRoot, newSalt } = await import('../../server/rounds/chain.ts')
const { currentSeeds } = await import('../../server/play/seed.sql.ts')

const [url = '', desk = '', name = ''] = process.argv.slice(2)
const PLAYERS = 20
const db = connect(url)
const made: string[] = []
for (let n = 0; n < PLAYERS; n++) {
  const player = `${name}-${n}`
  await putPlayer(db, Number(desk), player, player, new Date(0))
  const { active, next } = await transaction(db, tx => currentSeeds(tx, Number(desk), player))
  made.push(active.serverSeed.toString('hex'), next.serverSeed.toString('hex'))
  made.push(newRoot().toString('hex'), newSalt(), active.clientSeed)
}
await db.destroy()
process.send?.(made)
