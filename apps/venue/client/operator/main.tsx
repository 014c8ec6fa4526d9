import { present } from '../../model/present.ts'
import './operator.css'
import { useCallback, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ActionsTab } from './ActionsTab.tsx'
import { BetsTab } from './BetsTab.tsx'
import { ActionDialog, type ActionRequest } from './ActionDialog.tsx'
import { FaultsTab } from './FaultsTab.tsx'
import { Enter } from './Enter.tsx'
import { MatchesTab } from './MatchesTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { RoundsTab } from './RoundsTab.tsx'
import { SignInsTab } from './SignInsTab.tsx'
import { useOperator, type Ask } from './useOperator.ts'
import type { Overview } from './wire.ts'

const TABS = [
  ['overview', '概览'],
  ['rounds', '期与局'],
  ['matches', '比赛'],
  ['bets', '注单'],
  ['faults', '故障演练'],
  ['actions', '操作记录'],
  ['sign-ins', '登录记录'],
] as const
type Tab = (typeof TABS)[number][0]

function Workspace({ ask, operator, leave }: { ask: Ask; operator: string; leave: () => void }) {
  const [tab, setTab] = useState<Tab>('overview')
  const [view, setView] = useState<Overview | null>(null)
  const [request, setRequest] = useState<ActionRequest | null>(null)
  const [turn, setTurn] = useState(0)
  const load = useCallback(() => ask<Overview>('GET', 'overview').then(setView, () => {}), [ask])
  useEffect(() => {
    void load()
  }, [load, tab, turn])
  const done = (changed: boolean) => {
    setRequest(null)
    if (changed) setTurn(before => before + 1)
  }
  return (
    <>
      <header>
        <h1>
          场馆运营 <small>沙盒·试玩币</small>
        </h1>
        <nav aria-label="栏目">
          {TABS.filter(([name]) => name !== 'faults' || view?.faults).map(([name, label]) => (
            <button
              type="button"
              key={name}
              aria-current={tab === name ? 'page' : undefined}
              onClick={() => setTab(name)}
            >
              {label}
            </button>
          ))}
        </nav>
        <span>
          {operator}{' '}
          <button type="button" onClick={leave}>
            退出
          </button>
        </span>
      </header>
      <main>
        {view && <ViewTab tab={tab} view={view} ask={ask} turn={turn} onAction={setRequest} />}
        {tab === 'actions' && <ActionsTab ask={ask} />}
        {tab === 'sign-ins' && <SignInsTab ask={ask} />}
      </main>
      {request && <ActionDialog request={request} ask={ask} onClose={done} />}
    </>
  )
}

type TabProps = {
  tab: Tab
  view: Overview
  ask: Ask
  turn: number
  onAction: (request: ActionRequest) => void
}

function ViewTab({ tab, view, onAction, ...asked }: TabProps) {
  switch (tab) {
    case 'overview':
      return <OverviewTab view={view} onAction={onAction} />
    case 'rounds':
      return <RoundsTab view={view} onAction={onAction} {...asked} />
    case 'matches':
      return <MatchesTab view={view} onAction={onAction} {...asked} />
    case 'bets':
      return <BetsTab view={view} onAction={onAction} {...asked} />
    case 'faults':
      return <FaultsTab view={view} onAction={onAction} {...asked} />
    default:
      return null
  }
}

function App() {
  const { operator, enter, leave, ask } = useOperator()
  if (operator === undefined) return null
  return operator === null ? (
    <Enter enter={enter} />
  ) : (
    <Workspace ask={ask} operator={operator} leave={leave} />
  )
}

createRoot(present(document.getElementById('desk'))).render(<App />)
