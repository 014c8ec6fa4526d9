// Runs before each test file, also where files share a worker.
import { endAfterFile } from './atEnd.ts'

endAfterFile()
