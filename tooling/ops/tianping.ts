// `tianping COMMAND`: everything that whoever runs the platform does from a shell.
const commands: Record<string, { script: string; does: string; usage?: string }> = {
  'check-config': {
    script: './checkConfig.ts',
    does: 'says everything that is wrong with the settings and what is not configured yet',
    usage: '[--settings-only]',
  },
  migrate: {
    script: './migrate.ts',
    does: 'brings the database up to date, or those of all brands; MIGRATION_URL is a login of the owner',
  },
  brand: {
    script: './brand.ts',
    does: 'adds, lists, pauses, opens, closes and moves brands, and lists who works for several',
    usage: 'list|add|pause|open|close|hosts|set|move|person|reseal …',
  },
  operator: {
    script: './operator.ts',
    does: 'creates an operator of the back office; OPERATOR_PASSWORD is the first password',
    usage: 'NAME ROLE',
  },
  reconcile: {
    script: '../reconcile.ts',
    does: 'recomputes the books and asks the venues; keeps or verifies the ends of the chains',
    usage: '[--heads FILE] [--verify FILE] [--no-venues]',
  },
  export: {
    script: './export.ts',
    does: 'writes the figures for tools outside as Parquet files, from the replica when there is one',
    usage: 'parquet [FOLDER]',
  },
  backup: {
    script: '../backup/commands/backup.ts',
    does: 'takes a sealed backup now; with --drill restores the newest one beside and checks it',
    usage: '[--drill]',
  },
  backups: {
    script: '../backup/commands/keep.ts',
    does: 'stays: a backup a day, a restore drill a week, the results in the back office',
  },
  restore: {
    script: '../backup/commands/restore.ts',
    does: 'makes a database of a moment in an empty folder and checks its books and chains',
    usage: '--into FOLDER [--to TIME] [--database NAME]',
  },
  'wal-push': {
    script: '../backup/commands/walPush.ts',
    does: "seals one file of the log; PostgreSQL's archive_command",
    usage: 'FILE',
  },
  'rotate-keys': {
    script: '../security/rotateKeys.ts',
    does: 'seals by the current keys what older keys have sealed',
  },
  'push-keys': {
    script: '../security/pushKeys.ts',
    does: 'prints a new pair of keys for web push',
  },
  'legal-record': {
    script: '../security/legalRecord.ts',
    does: 'prints what the law keeps of an erased member, and writes the look down',
    usage: 'MEMBER_ID REASON',
  },
  manifest: {
    script: '../security/manifest.ts',
    does: 'writes release.json, which the program is compared with',
  },
}

function help(): string {
  const lines = Object.entries(commands).map(([name, { does, usage = '' }]) =>
    [`  ${name} ${usage}`.trimEnd(), `      ${does}`].join('\n'),
  )
  return [
    'usage: tianping COMMAND [OPTIONS]',
    '',
    ...lines,
    '',
    'Settings come from the environment: docs/operations.md names them all.',
  ].join('\n')
}

const [name = '--help', ...rest] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (name === '--help' || name === 'help') console.log(help())
else if (!command) {
  console.error(`There is no command ${name}.\n\n${help()}`)
  process.exitCode = 2
} else if (rest.includes('--help')) {
  console.log(`usage: tianping ${name} ${command.usage ?? ''}`.trimEnd())
  console.log(`  ${command.does}`)
} else {
  process.argv.splice(2, process.argv.length, ...rest)
  await import(command.script)
}
