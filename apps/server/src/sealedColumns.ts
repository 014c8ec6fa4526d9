import type { Db } from '@tianping/database'
import { sealedProfiles } from './areas/account/store/contactSealed.sql.ts'
import { sealedApplicants } from './areas/agent/store/mobileSealed.sql.ts'
import { sealedCards } from './areas/cards/store/cardSealed.sql.ts'
import { sealedCardPhones } from './areas/cards/store/phoneSealed.sql.ts'
import { sealedPayers } from './areas/cashier/store/payerSealed.sql.ts'
import { sealedDisputeFileKeys } from './areas/cashier/store/disputeFile.sql.ts'
import { sealedReceiptKeys } from './areas/cashier/store/receipt.sql.ts'
import { sealedDocumentKeys, sealedStatements } from './areas/verification/store/sealed.sql.ts'
import { browserKeys } from './areas/delivery/push/subscription.ts'
import { sealedBrowsers } from './areas/delivery/store/push.sql.ts'
import { sealedProvenContacts } from './areas/delivery/store/contactSealed.sql.ts'
import { sealedPictureKeys } from './areas/tickets/store/picture.sql.ts'
import { providerKeys } from './areas/providers/keys.ts'
import { sealedProviderKeys } from './areas/providers/store/key.sql.ts'
import { sealedVenueKeys } from './areas/venues/store/key.sql.ts'
import { venueKeys } from './areas/venues/connect/keys.ts'
import { caseKeys } from './areas/cases/cases.ts'
import { sealedCaseFiles, sealedDrafts } from './areas/cases/store/file.sql.ts'
import { paperKeys } from './areas/compliance/compliance.ts'
import { sealedPapers } from './areas/compliance/store/paper.sql.ts'
import { keysOf } from './kernel/secondFactor/totp.ts'
import { sealedTotp } from './kernel/secondFactor/totpSealed.sql.ts'
import type { Settings } from './kernel/environment.ts'
import {
  reseal,
  sealPlain,
  type Resealed,
  type Sealed,
  type SealedColumn,
} from './kernel/reseal.ts'
import { contactKeys } from './kernel/sealedContact.ts'

/** Seals everything that lies sealed in the database by the current keys, column by column. */
export async function resealAll(
  db: Db,
  settings: Pick<Settings, 'cardKey' | 'factorKey' | 'documentKey'>,
  said: (name: string, left: number) => void = () => {},
): Promise<Resealed[]> {
  const contacts = contactKeys(settings)
  const rotate = <Row extends Sealed>(column: SealedColumn<Row>) => reseal(db, column, said)
  return [
    await rotate(sealedCards(settings.cardKey)),
    await rotate(sealedPayers(settings.cardKey)),
    await rotate(sealedTotp('operator', keysOf(settings, 'operator'))),
    await rotate(sealedTotp('member', keysOf(settings, 'member'))),
    await rotate(sealedStatements(settings.documentKey)),
    await rotate(sealedDocumentKeys(settings.documentKey)),
    await rotate(sealedReceiptKeys(settings.documentKey)),
    await rotate(sealedDisputeFileKeys(settings.documentKey)),
    await rotate(sealedPictureKeys(settings.documentKey)),
    await rotate(sealedCaseFiles(caseKeys(settings))),
    await rotate(sealedDrafts(caseKeys(settings))),
    await rotate(sealedPapers(paperKeys(settings))),
    await rotate(sealedBrowsers(browserKeys(settings))),
    await rotate(sealedProvenContacts(contacts)),
    await rotate(sealedProfiles('mobile', contacts)),
    await rotate(sealedProfiles('email', contacts)),
    await rotate(sealedApplicants(contacts)),
    await rotate(sealedCardPhones(contacts)),
    await rotate(sealedProviderKeys(providerKeys(settings))),
    await rotate(sealedVenueKeys(venueKeys(settings))),
  ]
}

/** Seals a page of what an earlier release has written plain; answers how many values. */
export async function sealContacts({
  db,
  settings,
}: {
  db: Db
  settings: Pick<Settings, 'cardKey'>
}): Promise<number> {
  const keys = contactKeys(settings)
  return (
    (await sealPlain(db, sealedProvenContacts(keys))) +
    (await sealPlain(db, sealedProfiles('mobile', keys))) +
    (await sealPlain(db, sealedProfiles('email', keys))) +
    (await sealPlain(db, sealedApplicants(keys))) +
    (await sealPlain(db, sealedCardPhones(keys)))
  )
}
