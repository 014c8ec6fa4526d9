// Operators of the venue's page: VENUE_DATABASE_URL=… VENUE_OPERATOR_KEY=… OPERATOR_PASSWORD=…
// npm run venue-operator -- create|reset|disable|enable NAME
import { connect } from '@tianping/database'
import { toString as qrCode } from 'qrcode'
import { createOperator, resetOperator, switchOperator } from './operator/operators.ts'

const COMMANDS = ['create', 'reset', 'disable', 'enable']
const [command = '', name = ''] = process.argv.slice(2)
const {
  VENUE_DATABASE_URL: url,
  VENUE_OPERATOR_KEY: key = '',
  OPERATOR_PASSWORD: password = '',
} = process.env
const opens = command === 'create' || command === 'reset'
if (!COMMANDS.includes(command) || !name || !url || (opens && !(key && password))) {
  console.error(
    `usage: VENUE_DATABASE_URL=… npm run venue-operator -- ${COMMANDS.join('|')} NAME\n` +
      'create and reset also need VENUE_OPERATOR_KEY and OPERATOR_PASSWORD',
  )
  process.exit(2)
}

/** Says what came of it; the authenticator is shown this once. */
async function done(): Promise<string> {
  if (!opens)
    return (await switchOperator(db, name, command === 'enable'))
      ? `Operator ${name}: ${command}d.`
      : `There is no operator ${name}.`
  const work = command === 'create' ? createOperator : resetOperator
  const uri = await work(db, key, { name, password })
  if (uri === null)
    return command === 'create'
      ? `There is an operator ${name} already.`
      : `There is no operator ${name}.`
  const picture = await qrCode(uri, { type: 'utf8' })
  return `Operator ${name} can sign in with the password and this authenticator.\n${picture}\n${uri}`
}

const db = connect(url, { maxConnections: 1 })
try {
  console.log(await done())
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await db.destroy()
}
