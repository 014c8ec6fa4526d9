import { isChannelCode } from '@tianping/contract/channels/facts'
import type { Db } from '@tianping/database'
import { openChannel } from './store/channel.sql.ts'

/**
 * The channel that the `pid` of a registration names, and whose it is; undefined for an invite
 * code, for a code that is unknown or switched off, and for none.
 */
export const channelOf = async (db: Db, pid: string) => {
  const code = pid.toUpperCase()
  return isChannelCode(code) ? openChannel(db, code) : undefined
}
