import type { Db } from '@tianping/database'
import { notifyEach } from '../message/message.ts'
import type { VipChange } from './store/vip.sql.ts'

const about = { kind: 'offer', link: '/vip' } as const

/**
 * Writes to the inbox of everybody whose level a chunk of the review changed: one statement, since
 * their rows are locked meanwhile.
 */
export async function tellLevels(
  tx: Db,
  changes: VipChange[],
  windowDays: number,
  now: Date,
): Promise<void> {
  await notifyEach(
    tx,
    changes
      .filter(each => each.kind !== 'kept')
      .map(({ memberId, kind, fromVip, toVip }) => {
        const [title, content] =
          kind === 'promoted' ? promoted(toVip, windowDays) : relegated(fromVip, toVip, windowDays)
        return { memberId: BigInt(memberId), title, content, at: now, about }
      }),
  )
}

const promoted = (to: number, days: number) =>
  [
    `恭喜您晋级VIP${to}`,
    `您的累计存款与有效流水已达到VIP${to}的要求，返水比例同步提升。\n请在${days}天内完成本等级的保级流水，进度见“VIP特权”。`,
  ] as const

const relegated = (from: number, to: number, days: number) =>
  [
    `您的等级已调整为VIP${to}`,
    `您在${days}天内的有效流水未达到VIP${from}的保级要求，等级调整为VIP${to}，返水比例相应调整。\n完成VIP${from}的保级流水后即可恢复，进度见“VIP特权”。`,
  ] as const
