export {
  anyCard,
  bankNamed,
  boundCard,
  boundCards,
  keepCard,
  lockMemberRow,
  membersSharingNumbers,
  type Card,
  type CardKind,
} from './store/card.sql.ts'
