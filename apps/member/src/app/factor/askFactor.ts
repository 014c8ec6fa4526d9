import type { FactorProof } from '@tianping/contract/factors'
import { Refused } from '../api.ts'
import type { FactorKind } from './FactorSheet.tsx'

/** The factors that a refusal asks for; null when it was refused for something else. */
export function factorsAsked(error: Error): FactorKind[] | null {
  if (!(error instanceof Refused)) return null
  const { rule, methods } = (error.data ?? {}) as { rule?: unknown; methods?: FactorKind[] }
  return rule === 'factor' && methods ? methods : null
}

export type Asked = {
  methods: FactorKind[]
  open: boolean
  answer: (factor: FactorProof | null) => void
}

let asked: Asked | null = null
const watchers = new Set<() => void>()
export const watchAsked = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
export const askedNow = () => asked
const show = (next: Asked) => {
  asked = next
  for (const watcher of watchers) watcher()
}

/** Asks the member for a second factor; null when the member lets it be, or is asked again. */
export function askFactor(methods: FactorKind[]): Promise<FactorProof | null> {
  if (asked?.open) asked.answer(null)
  return new Promise(resolve => {
    const own: Asked = {
      methods,
      open: true,
      answer: factor => {
        if (asked === own) show({ ...own, open: false })
        resolve(factor)
      },
    }
    show(own)
  })
}
