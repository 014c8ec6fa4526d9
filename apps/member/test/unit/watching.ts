/** Watches the history of the test's browser, once however many files share a worker. */
import './browser.ts'
import { watchNavigation } from '../../src/app/routes/navigation.ts'

watchNavigation()
