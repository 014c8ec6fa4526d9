import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Failure } from '../../ui/Failure.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { clearDrafts } from '../drafts.ts'
import { comeIn } from '../home.ts'
import { meQuery, sessionBegan, type Operator } from './me.ts'
import { OperatorContext } from './operator.ts'
import { Shell } from '../shell/Shell.tsx'
// Read before anything is shown: who is in already has no use for a ticket.
import './ticket.ts'

const LoginPage = lazy(() => import('../../pages/login/LoginPage.tsx'))

/**
 * Who is here decides what is shown; the address does not change. An ended session therefore comes
 * back to the same place, and what its operator had typed waits in the drafts. Another operator
 * finds neither.
 */
export function Session() {
  const who = useQuery(meQuery)
  const cache = useQueryClient()
  if (who.error && !who.data)
    return <Failure error={who.error} retry={() => void who.refetch()} full />
  if (!who.data) return <Waiting full />
  if (who.data.operator) {
    return (
      <OperatorContext value={who.data.operator}>
        <Shell key={who.data.operator.id} />
      </OperatorContext>
    )
  }
  const { last } = who.data
  const enter = (operator: Operator) => {
    if (operator.id !== last?.id) {
      clearDrafts()
      comeIn(operator)
    }
    sessionBegan(cache, operator)
  }
  return (
    <Suspense fallback={<Waiting full />}>
      <LoginPage last={last} onEnter={enter} />
    </Suspense>
  )
}
