// `tianping wal-push FILE`: PostgreSQL's archive_command. It ends with 0 only when the file is
// there for good; otherwise PostgreSQL keeps the file and asks again.
import { shelfOf } from '../settings.ts'
import { pushWal } from '../wal.ts'

const [file] = process.argv.slice(2)
try {
  if (!file) throw new Error('usage: tianping wal-push FILE')
  await pushWal(shelfOf(process.env), file)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
