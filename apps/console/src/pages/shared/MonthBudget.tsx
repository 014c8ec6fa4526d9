import { useQuery } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { Card } from '../../ui/Room.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/values/Money.tsx'

type Kind = 'campaigns' | 'journeys' | 'giveaways' | 'tournaments' | 'free-rounds'
type BudgetCall = `POST /api/console/${Kind}/budget`
const usual = { budget: '本月预算', given: '已提交预算', left: '剩余', paid: '已派发奖金' }

/** What a month may cost and has cost so far, each figure by its name in the room. */
export function MonthBudget({ from, of = usual }: { from: BudgetCall; of?: typeof usual }) {
  const { data } = useQuery({
    queryKey: [from],
    queryFn: ({ signal }) => call(from, {}, signal),
  })
  if (!data) return null
  return (
    <Card>
      <Facts>
        {(['budget', 'given', 'left', 'paid'] as const).map(each => (
          <Fact key={each} label={of[each]}>
            <Money amount={data[each]} strong={each === 'left'} />
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}
