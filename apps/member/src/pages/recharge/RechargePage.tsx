import { useState } from 'react'
import { draftUnder } from '../../app/form/draft.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { href } from '../../app/routes/paths.ts'
import { useUser } from '../../app/account.ts'
import { Money } from '../../ui/Money.tsx'
import { DepositForm } from './DepositForm.tsx'
import { depositDraft } from './depositValues.ts'
import { useCardsFirst, useMethods } from './useRecharge.ts'
import css from './recharge.module.css'

export default function RechargePage() {
  useCardsFirst()
  const { offers, options, asking, query } = useMethods()
  // What was typed belongs to its method, and comes back with it.
  const [chosen, setChosen] = useState(() => draftUnder(depositDraft))
  if (!offers || asking)
    return (
      <main key="waiting" className="page stack">
        {query.isError ? <FailedAnswer of={query} /> : <Waiting />}
      </main>
    )

  const open = offers.filter(({ closed }) => !closed)
  const method = open.find(({ key }) => key === chosen) ?? open[0]
  if (!method)
    return (
      <main className="page">
        <Empty next={service}>暂无可用的存款方式，请联系人工客服为您处理</Empty>
      </main>
    )
  return (
    <main>
      <div className="page">
        <Held />
      </div>
      <DepositForm method={method} offers={offers} options={options} onChoose={setChosen} />
    </main>
  )
}

/** What the member holds before the deposit (PR-ACC-01). */
function Held() {
  const user = useUser()
  return (
    <p className={`t-13 muted ${css.held}`}>
      中心钱包 <Money yuan={user?.balance} size={17} />
    </p>
  )
}

const service = (
  <ButtonLink kind="tonal" size={44} icon="headset" href={href('/kefu')}>
    联系客服
  </ButtonLink>
)

const Waiting = () => (
  <div className="stack" aria-busy="true" aria-label="加载中">
    <Skeleton height="196px" radius={16} />
    <Skeleton height="88px" radius={16} />
    <Skeleton height="232px" radius={16} />
  </div>
)
