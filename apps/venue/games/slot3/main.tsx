import { openSlot } from '../../client/slots/openSlot.tsx'
import { gameCodeOf } from '../../client/session/session.ts'
import { itemAt } from '../../model/present.ts'
import type { SlotResult } from './model/evaluate.ts'
import { SKINS } from './skins.ts'
import { Slot3Rules } from './Slot3Rules.tsx'
import { Slot3Screen } from './Slot3Screen.tsx'

const code = gameCodeOf(location.pathname)
const skin = SKINS[code] ?? itemAt(SKINS, 'orchard3')
openSlot<SlotResult>({
  code,
  name: skin.name,
  room: skin.room,
  Play: props => <Slot3Screen {...props} skin={skin} />,
  Rules: () => <Slot3Rules skin={skin} />,
})
