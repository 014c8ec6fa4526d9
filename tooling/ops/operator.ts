// Creates an operator of the back office: OPERATOR_PASSWORD=… DATABASE_URL=…
// tianping operator NAME ROLE
import { roles, type Role } from '@tianping/contract/console'
import { connect } from '@tianping/database'
import { createOperator } from '../../apps/server/src/console/signIn/operators.ts'

const [name, role] = process.argv.slice(2)
const { DATABASE_URL: url, OPERATOR_PASSWORD: password } = process.env
if (!name || !role || !(role in roles) || !url || !password) {
  console.error(
    `usage: OPERATOR_PASSWORD=… DATABASE_URL=… tianping operator NAME ${Object.keys(roles).join('|')}`,
  )
  process.exit(2)
}
const db = connect(url, { maxConnections: 1 })
try {
  const made = await createOperator(db, { name, password, role: role as Role }, new Date())
  console.log(
    made ? `Operator ${name} (${role}) can log in.` : `There is an operator ${name} already.`,
  )
} finally {
  await db.destroy()
}
