import { venueLabels } from '@tianping/contract/venues/facts'
import { callOnce } from '../../app/api.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { yuan } from '../../ui/values/Money.tsx'
import type { Venue } from './venue.ts'

const draftOf = (venue: Venue) => `venue/${venue.venue_id}/${venue.seen}`
const fieldsOf = (venue: Venue): EditField[] => [
  { name: 'name', label: '名称', kind: 'text', max: 20 },
  { name: 'ico', label: '图标地址（/art/… 或 https://…）', kind: 'text', max: 300 },
  { name: 'rank', label: '顺序（小的在前）', kind: 'number' },
  {
    name: 'state',
    label: '状态',
    kind: 'choice',
    options: Object.entries(venueLabels).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'note',
    label: '原因（必填）',
    kind: 'text',
    max: 200,
    when: values => values['state'] !== venue.state,
  },
]

/** What closing or opening a venue does, in figures. */
function sentenceOf(venue: Venue, values: EditValues): string {
  if (values['state'] === venue.state) return '会员端的名称与顺序将在数秒内更新'
  if (values['state'] === 'open')
    return `${venue.name}将重新开放，会员可以转入并进入 ${venue.games_shown} 款游戏`
  return `${venue.name}将进入维护：不能转入和进入游戏。${venue.members} 名会员的 ${yuan(venue.held)} 留在场馆，可以随时转回`
}

const save = (venue: Venue, v: EditValues) =>
  callOnce('POST /api/console/venues/save', {
    venue_id: venue.venue_id,
    seen: venue.seen,
    name: String(v['name']),
    ico: String(v['ico']),
    rank: Number(v['rank']),
    state: v['state'] === 'open' ? 'open' : 'maintenance',
    note: String(v['note']),
  })

/** The form of one venue; `start` opens it. */
export const useVenueSetting = () =>
  useEdited<Venue>({
    draft: draftOf,
    action: save,
    done: '已保存，数秒内生效',
    stale: 'POST /api/console/venues/list',
  })
type Form = NonNullable<ReturnType<typeof useVenueSetting>['form']>

/** Shows the venue as it was when the form was opened; the list goes on being polled. */
export const VenueSetting = ({ venue, form }: { venue: Venue; form: Form }) => (
  <EditDialog
    title={`设置：${venue.name}`}
    fields={fieldsOf(venue)}
    initial={{
      name: venue.name,
      ico: venue.ico,
      rank: venue.rank,
      state: venue.state,
      note: '',
    }}
    sentence={values => sentenceOf(venue, values)}
    confirm="确认保存"
    {...form}
  />
)
