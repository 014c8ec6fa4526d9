import type { ConsoleCallName, ConsoleGiven } from '@tianping/contract/console'
import { releaseChecks, type ReleaseCheck } from '@tianping/contract/vip/facts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { call, callOnce } from '../../app/api.ts'
import { EditDialog, type EditField, type EditValues } from '../dialogs/EditDialog.tsx'
import { useEdited } from '../dialogs/useEdited.ts'

const ruleCall = 'POST /api/console/vip-releases/rule'
export type ReleaseRule = ConsoleGiven<typeof ruleCall>

/** From which level on a raise waits, and how long checks count. */
export const useReleaseRule = () =>
  useQuery({ queryKey: [ruleCall], queryFn: ({ signal }) => call(ruleCall, {}, signal) }).data

/** What shows something else after any act. */
export const staleReleases: ConsoleCallName[] = [
  'POST /api/console/vip-releases/waiting',
  'POST /api/console/vip-releases/list',
  'POST /api/console/counts',
]

const names = Object.keys(releaseChecks) as ReleaseCheck[]
const hints: Record<ReleaseCheck, string> = {
  affordability: '收入与支出的依据、结论',
  harm: '受害标记与近期沟通的结论',
  diligence: '身份、资金来源的依据与结论',
}
const fields: EditField[] = names.flatMap(name => [
  { name: `${name}_on`, label: `${releaseChecks[name]}：核查日期`, kind: 'day' as const },
  { name, label: hints[name], kind: 'long' as const, rows: 2, max: 200 },
])
const blank = Object.fromEntries(fields.map(({ name }) => [name, '']))

type Props = { member: { id: number; username: string }; vip: number }

const record = ({ member: { id }, vip }: Props, values: EditValues) => {
  const of = (name: string) => String(values[name])
  return callOnce('POST /api/console/vip-releases/record', {
    id,
    vip,
    affordability_on: of('affordability_on'),
    affordability: of('affordability'),
    harm_on: of('harm_on'),
    harm: of('harm'),
    diligence_on: of('diligence_on'),
    diligence: of('diligence'),
  })
}

/** The three dated checks of a member for the next level, to be approved by a colleague. */
export function RecordChecks(props: Props) {
  const { member, vip } = props
  const rule = useReleaseRule()
  const { start, form } = useEdited<Props>({
    draft: () => `vip-release/${member.id}/${vip}`,
    action: record,
    done: '已登记，待另一位同事批准',
    stale: staleReleases,
  })
  return (
    <>
      <Button size="small" type="primary" onClick={() => start(props)}>
        登记核查
      </Button>
      {form && (
        <EditDialog
          title={`${member.username} 升至 VIP${vip} 的核查`}
          fields={fields}
          initial={blank}
          sentence={() =>
            `三项核查自各自日期起 ${rule?.days ?? ''} 天内有效。另一位同事批准后，会员达标时在下次审核升级；放行本身不调整等级，也不通知会员`
          }
          confirm="提交核查"
          {...form}
        />
      )}
    </>
  )
}
