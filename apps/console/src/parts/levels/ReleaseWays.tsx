import { reviewState } from '@tianping/contract/facts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../dialogs/ActionDialog.tsx'
import { staleReleases } from './RecordChecks.tsx'
import { Checks, type Release } from './Checks.tsx'
import css from './levels.module.css'

type Way = 'approve' | 'reject' | 'end'
const ways = {
  approve: {
    verb: '放行',
    sentence: ({ username, to_vip }) =>
      `您对此负责：${username} 达标时可在下次审核升至 VIP${to_vip}`,
    done: '已放行，等级在下次审核时调整',
  },
  reject: {
    verb: '驳回',
    sentence: ({ username }) => `${username} 的等级不变，可重新登记核查`,
    done: '已驳回',
  },
  end: {
    verb: '撤回',
    sentence: ({ username, to_vip }) =>
      `${username} 不再能凭此放行升至 VIP${to_vip}；已达到的等级不变`,
    done: '已撤回',
  },
} satisfies Record<Way, { verb: string; sentence: (r: Release) => string; done: string }>

/** What an operator may do with a release; nobody approves their own checks. */
export function ReleaseWays({ release }: { release: Release }) {
  const { name, may } = useOperator()
  if (release.state === reviewState.waiting) {
    const own = release.recorded_by === name
    return (
      <span className={css.ways}>
        {may('vip.check') && own && <Decide release={release} way="end" />}
        {may('vip.release') && !own && <Decide release={release} way="reject" />}
        {may('vip.release') && !own ? (
          <Decide release={release} way="approve" />
        ) : (
          <small>须由另一位有权限的同事批准</small>
        )}
      </span>
    )
  }
  if (!release.stands || !may('vip.check')) return '—'
  return <Decide release={release} way="end" />
}

function Decide({ release, way }: { release: Release; way: Way }) {
  const { verb, sentence, done } = ways[way]
  const { release_id: id } = release
  return (
    <ActionDialog
      size="small"
      {...(way === 'approve' ? { type: 'primary' as const } : { danger: true })}
      draft={`vip-release/${id}/${way}`}
      decision={{
        title: `${verb}：${release.username} 升至 VIP${release.to_vip}`,
        sentence: sentence(release),
        facts: <Checks release={release} />,
        label: '理由（必填）',
        confirm: `确认${verb}`,
        required: '审计',
      }}
      action={remark => callOnce(`POST /api/console/vip-releases/${way}`, { id, remark })}
      done={done}
      stale={staleReleases}
    >
      {verb}
    </ActionDialog>
  )
}
