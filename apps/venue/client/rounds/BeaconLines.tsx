import { fromHex } from '@tianping/fairness'
import { mixedSeed } from '@tianping/fairness/beacon'
import { useEffect, useState } from 'react'
import { secondTime } from '../kit/when.ts'
import { roundName } from './phases.ts'
import type { Round, TableView } from './wire.ts'

type Beacon = TableView['beacons'][number]

/** Whose beacon it is, in plain words: only a public one is out of the house's hands. */
const whose = ({ local, name }: Beacon) =>
  local
    ? `${name}：由本场馆自己的机器产生，不是公共信标。场馆可以事先知道它的值，所以它不能证明场馆没有挑选结果。`
    : `${name}：许多机构共同运行的公共信标。没有任何一方能事先知道或改变它的值。`

/** The beacon that the present round waits for, stated before the bets close. */
export function BeaconLines({
  round,
  beacons,
  unit,
}: {
  round: Round | null
  beacons: TableView['beacons']
  unit: string
}) {
  const awaited = round?.beacon
  const beacon = beacons.find(({ chain }) => chain === awaited?.chain)
  if (!round || !awaited || !beacon) return null
  return (
    <>
      <div className="lab">
        <span>
          第 {roundName(round)} {unit}等待的信标
        </span>
        <span>{secondTime(awaited.at)} 公布</span>
      </div>
      <code className="hash" data-testid="beacon-round">
        第 {awaited.round} 轮 · 链 {awaited.chain.slice(0, 16)}…
      </code>
      <p className="cap c2 gap" data-testid="beacon-whose">
        {whose(beacon)}
      </p>
      <p className="cap gap">
        信标的轮次在开盘时写定，一定在封盘之后公布。开奖种子 =
        SHA-256(盐:SHA-256(信标签名))。信标迟到时注额保持未结，超过 {beacon.late_ms / 1_000}{' '}
        秒仍未到，本{unit}作废并退还注额。
      </p>
    </>
  )
}

/**
 * Whether a drawn round's beacon is what it says: signed under the chain's key, and mixed into the
 * seed. Null while the curves are loading; undefined for a round without a beacon.
 */
export function useBeaconCheck(
  { salt, beacon, client_seed }: Round,
  beacons: TableView['beacons'],
): boolean | null | undefined {
  const signature = beacon?.signature
  const key = beacons.find(({ chain }) => chain === beacon?.chain)?.key
  const [checked, setChecked] = useState({ signature: '', good: false })
  useEffect(() => {
    if (!beacon || !signature || key === undefined) return
    let current = true
    void import('@tianping/fairness/beaconSignature').then(({ isBeaconSignature }) => {
      const bytes = fromHex(signature)
      const signed = isBeaconSignature(fromHex(key), beacon.round, bytes)
      const good = signed && mixedSeed(salt, bytes) === client_seed
      if (current) setChecked({ signature, good })
    })
    return () => {
      current = false
    }
  }, [beacon, signature, key, salt, client_seed])
  if (!signature) return undefined
  return checked.signature === signature ? checked.good : null
}
