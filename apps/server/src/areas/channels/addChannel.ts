import { LONGEST_CHANNEL_NAME, MOST_CHANNELS } from '@tianping/contract/channels/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { randomInt } from 'node:crypto'
import { explained, figures } from '../../kernel/http/explain.ts'
import type { Services } from '../../kernel/http/services.ts'
import { countChannels, insertChannel, lockOwner } from './store/channel.sql.ts'

/** Letters and digits that cannot be taken for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 9
/** An L before it tells it from an invite code, which has eight characters. */
const newCode = () =>
  `L${Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`

/** The address that opens registration with a channel's code (P1-7-03). */
export const urlOf = ({ settings }: Pick<Services, 'settings'>, code: string): string =>
  `${settings.publicUrl}/#/register?pid=${code}`

/**
 * A new channel in the caller's transaction; `agentId` null for the operator's own. Refuses a name
 * that is missing, too long or taken, and more channels than an owner can have.
 */
export async function addChannel(
  tx: Tx,
  c: { agentId: bigint | null; name: string; by: string; now: Date },
): Promise<{ channelId: bigint; code: string }> {
  const { agentId, name, by, now } = c
  if (name === '' || name.length > LONGEST_CHANNEL_NAME)
    throw explained(
      say('channel.name', { max: LONGEST_CHANNEL_NAME }),
      {
        rule: 'form',
        version: 0,
        inputs: [figures.count('max', '字数上限', LONGEST_CHANNEL_NAME)],
      },
      { field: 'name' },
    )
  await lockOwner(tx, agentId)
  if ((await countChannels(tx, agentId)) >= MOST_CHANNELS)
    throw explained(say('channel.too_many', { max: MOST_CHANNELS }), {
      rule: 'channel_count',
      version: 0,
      inputs: [figures.count('max', '渠道上限', MOST_CHANNELS)],
    })
  const code = newCode()
  const channelId = await insertChannel(tx, { code, agentId, name, createdAt: now, by })
  if (channelId === undefined)
    throw explained(
      say('channel.name_taken'),
      { rule: 'channel_name', version: 0, inputs: [figures.text('name', '渠道名称', name)] },
      { field: 'name' },
    )
  return { channelId, code }
}
