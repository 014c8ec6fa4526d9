import {
  channelLabels,
  deviceLabels,
  NO_GROUP,
  UNSHARED,
  type Dimension,
} from '@tianping/contract/figures/facts'
import type { Services } from '../../kernel/http/services.ts'
import { channelNames } from '../channels/channels.ts'
import { tagNames } from '../tags/tags.ts'
import { gameNames, memberNames } from './store/report.sql.ts'

type Naming = Pick<Services, 'db' | 'venues'>
type Named = [key: string, name: string][]

const ofMembers = async ({ db }: Naming, keys: string[]): Promise<Named> =>
  (await memberNames(db, keys.map(BigInt))).map(each => [String(each.memberId), each.name])

const names: Partial<Record<Dimension, (services: Naming, keys: string[]) => Promise<Named>>> = {
  agent: async (services, keys) => [
    [String(NO_GROUP), '无推荐人'],
    ...(await ofMembers(services, keys)),
  ],
  member: ofMembers,
  venue: async ({ venues }) => (await venues.all()).map(each => [String(each.venueId), each.name]),
  game: async ({ db }, keys) => (await gameNames(db, keys)).map(({ key, name }) => [key, name]),
  level: async (_, keys) => keys.map(key => [key, `VIP ${key}`]),
  tag: async ({ db }, keys) => [
    [String(NO_GROUP), '无标签'],
    ...(await tagNames(db, keys.map(BigInt))).map(({ tagId, name }): Named[number] => [
      String(tagId),
      name,
    ]),
  ],
  channel: async () => Object.entries(channelLabels),
  link: async ({ db }, keys) => [
    [String(NO_GROUP), '无渠道'],
    ...(await channelNames(db, keys.map(BigInt))).map(
      ({ channelId, name, agent }): Named[number] => [
        String(channelId),
        agent === '' ? `${name}（平台）` : `${name}（${agent}）`,
      ],
    ),
  ],
  device: async () => Object.entries(deviceLabels),
}

/** How the groups of a report are called; a key without a name stands for itself. */
export async function groupNames(
  services: Naming,
  by: Dimension,
  keys: string[],
): Promise<(key: string) => string> {
  const named = new Map([['', UNSHARED], ...((await names[by]?.(services, keys)) ?? [])])
  return key => named.get(key) ?? key
}
