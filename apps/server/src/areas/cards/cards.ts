// The front of bound cards and addresses: all that other areas may import.
export {
  anyCard,
  bankNamed,
  boundCard,
  boundCards,
  keepCard,
  lockMemberRow,
  membersSharingNumbers,
  type Card,
} from './store/card.sql.ts'
