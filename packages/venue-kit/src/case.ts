import type { Skill } from './driver.ts'
import type { Subject } from './subject.ts'

export type Case = {
  id: string
  /** The rule of docs/venue-protocol.md that is examined. */
  rule: string
  section: string
  /** Of v1.1: a venue that does not name it need not keep the rule. */
  feature?: string
  /** What the driver has to be able to do. */
  needs?: readonly Skill[]
  run: (at: Subject) => Promise<void>
}
