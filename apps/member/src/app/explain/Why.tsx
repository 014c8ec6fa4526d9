import type { Why } from '@tianping/contract'
import { useState } from 'react'
import { Alert } from '../../ui/Card.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { ExplainSheet } from './ExplainSheet.tsx'
import { explanationOf, refusalExplained, wayOf } from './explain.ts'
import css from './explain.module.css'

const Opener = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" className={css.why} onClick={onClick}>
    {label}
    <Icon name="go" size={16} />
  </button>
)

/**
 * The way from a refusal to its explanation; nothing where the message says it all. With `atOnce`
 * the sheet opens by itself for every new refusal.
 */
export function WhyRefused({ error, atOnce = false }: { error: Error | null; atOnce?: boolean }) {
  const [seen, setSeen] = useState<Error | null>(null)
  const [open, setOpen] = useState(false)
  const explanation = refusalExplained(error)
  if (error !== seen) {
    setSeen(error)
    setOpen(atOnce && explanation !== null)
  }
  if (!error || !explanation) return null
  return (
    <div className={css.alone}>
      <Opener label="查看原因" onClick={() => setOpen(true)} />
      <ExplainSheet
        title="原因说明"
        head={<Alert kind="blue">{error.message}</Alert>}
        explanation={explanation}
        open={open}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}

/** The way to the page that sets a refusal right; nothing where there is none. */
export function WayOut({ error }: { error: Error | null }) {
  const way = wayOf(error)
  if (!way) return null
  return (
    <div className={css.alone}>
      <a className={css.why} href={way.href}>
        {way.label}
        <Icon name="go" size={16} />
      </a>
    </div>
  )
}

/** The way from a figure to how it came about; one stands already where it leads to. */
export function HowCome({ why, label = '查看计算依据' }: { why: Why; label?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Opener label={label} onClick={() => setOpen(true)} />
      <ExplainSheet
        title="计算依据"
        explanation={{ ...explanationOf(why), next: null }}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
