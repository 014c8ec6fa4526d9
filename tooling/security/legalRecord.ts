// `npm run legal-record -- <member id> <reason>`: prints what the law keeps of an erased member. It
// reads as the owner of the database and writes the look to the audit log first.
import { connect } from '@tianping/database'
import { legalRecordOf } from '../../apps/server/src/areas/dataRights/store/legalSealed.sql.ts'
import { openNumber } from '../../apps/server/src/kernel/cardNumber.ts'
import { readSettings, StartRefused } from '../../apps/server/src/kernel/environment.ts'
import { audit } from '../../apps/server/src/kernel/operator/audit.ts'

const [id = '', ...words] = process.argv.slice(2)
const reason = words.join(' ').trim()

function settingsOrExit() {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

if (!/^\d{1,15}$/.test(id) || reason === '') {
  console.error('Give the id of the member, and the reason.')
  process.exit(2)
}
const settings = settingsOrExit()
const owner = connect(settings.databaseUrl, {
  applicationName: 'tianping-legal-record',
  maxConnections: 1,
})
try {
  const memberId = BigInt(id)
  const found = await legalRecordOf(owner, memberId)
  await audit(
    owner,
    new Date(),
    { operator: null, address: '' },
    {
      action: 'legal_record.read',
      subject: `member:${id}`,
      after: { found: found !== undefined },
      note: reason,
    },
  )
  if (found) console.log(openNumber(settings.cardKey, memberId, found.sealed))
  else console.error('There is no record of this member.')
  process.exitCode = found ? 0 : 1
} finally {
  await owner.destroy()
}
