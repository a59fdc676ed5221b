// The page of people: who may decide, with which keys, and where the reader is signed in.
import type { FC } from 'hono/jsx'
import { isPinned, type Pins } from '#queue'
import { Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import { ConfirmForm, type Confirming } from '../web/confirm.tsx'
import { formToken } from '../web/guard.ts'
import type { Device, Key, Person } from './people.ts'

export interface PeopleProps {
  people: readonly Person[]
  devices: readonly Device[]
  how: Confirming
  /** As the workers have them; undefined where they look at none. */
  pins: Pins | undefined
}

export const People: FC<PeopleProps> = (props) => {
  const { people, devices, how, pins } = props
  const mine = people.find(({ name }) => name === how.visitor.operator)
  return (
    <>
      <h1>People</h1>
      <p class="meta">
        A worker of a deployed stage accepts the keys in operators.json only: after enrolling one,
        run “countersign operator pin”, compare the words, and commit the file.
      </p>
      {mine && <OwnKeys person={mine} how={how} pins={pins} />}
      {people.map((person) => (
        <PersonCard person={person} how={how} pins={pins} />
      ))}
      <section class="card">
        <h2>Invite a person</h2>
        <ConfirmForm how={how} action="/operators/invite" act="invite" label="Make a link">
          <label for="invited">Their name, as it will stand on the record</label>
          <input
            id="invited"
            name="subject"
            required
            maxlength={63}
            pattern="[a-z0-9][a-z0-9._\-]*"
            autocapitalize="none"
            autocomplete="off"
          />
        </ConfirmForm>
      </section>
      <Devices devices={devices} how={how} />
    </>
  )
}

interface PersonProps {
  person: Person
  how: Confirming
  pins: Pins | undefined
}

/** Whether workers accept the key; undefined where they look at none. */
function pinned(pins: Pins | undefined, { name }: Person, key: Key): boolean | undefined {
  return pins && isPinned(pins, name, { credential: key.id, publicKey: key.publicKey })
}

const OwnKeys: FC<PersonProps> = ({ person, how, pins }) => {
  const keys = person.credentials.filter(({ revokedAt }) => revokedAt === null)
  const { length } = keys
  return (
    <section class="card warm">
      <h2>{length === 1 ? 'Enrol a backup key' : 'Your keys'}</h2>
      {length > 0 && keys.every((key) => pinned(pins, person, key) === false) && (
        <p class="warning">
          None of your keys is pinned yet: workers refuse what you approve with them.
        </p>
      )}
      <p>
        {length === 1
          ? 'You have one key. If it gets lost you can’t sign any more: enrol a second one now, on another device or a security key you keep elsewhere.'
          : `You have ${length} keys.`}
      </p>
      <ConfirmForm
        how={how}
        action="/operators/keys"
        act="add a key"
        subject={person.name}
        label={length === 1 ? 'Enrol a backup key' : 'Add another key or device'}
        {...(length === 1 && { kind: 'primary' as const })}
      />
    </section>
  )
}

const PersonCard: FC<PersonProps> = ({ person, how, pins }) => (
  <section class="card" aria-labelledby={`person-${person.name}`}>
    <h2 id={`person-${person.name}`}>{person.name}</h2>
    <p class="meta">
      Added by <Visible text={person.added_by} /> on <Time at={person.added_at} />.
      {person.away_until !== null && (
        <>
          {' '}
          Away until <Time at={person.away_until} />.
        </>
      )}
      {person.revoked_at !== null && (
        <>
          {' '}
          <b>Revoked</b> on <Time at={person.revoked_at} />.
        </>
      )}
    </p>
    {person.credentials.length === 0 && <p>No key is enrolled.</p>}
    <ul class="keys">
      {person.credentials.map((key) => (
        <KeyLine key_={key} how={how} pinned={pinned(pins, person, key)} />
      ))}
    </ul>
    {person.revoked_at === null && (
      <details>
        <summary>Revoke {person.name}</summary>
        <p>
          Takes away all their keys, links and sessions at once. What they approved is asked again.
        </p>
        <ConfirmForm
          how={how}
          action="/operators/revoke"
          act="revoke a person"
          subject={person.name}
          label={`Revoke ${person.name}`}
          kind="bad"
        />
      </details>
    )}
  </section>
)

const KeyLine: FC<{ key_: Key; how: Confirming; pinned: boolean | undefined }> = (props) => {
  const { key_: key, how, pinned } = props
  return (
    <li>
      <b>
        <Visible text={key.label} />
      </b>{' '}
      <span class="code">{key.words}</span>{' '}
      <Pinned pinned={pinned} revoked={key.revokedAt !== null} />
      <p class="meta">
        Enrolled <Time at={key.addedAt} />
        {key.backedUp ? ', kept in a password manager' : ', on this device only'}
        {key.lastUsedAt !== null && (
          <>
            , last used <Time at={key.lastUsedAt} />
          </>
        )}
        {key.revokedAt !== null && (
          <>
            , <b>revoked</b> <Time at={key.revokedAt} />
          </>
        )}
      </p>
      {key.revokedAt === null && (
        <details>
          <summary>Revoke this key</summary>
          <p>
            For a lost device. Signs its person out everywhere; what it approved is asked again.
          </p>
          <ConfirmForm
            how={how}
            action="/operators/keys/revoke"
            act="revoke a key"
            subject={key.id}
            label="Revoke this key"
            kind="bad"
          />
        </details>
      )}
    </li>
  )
}

const Pinned: FC<{ pinned: boolean | undefined; revoked: boolean }> = ({ pinned, revoked }) => {
  if (pinned === undefined || (revoked && !pinned)) return null
  if (revoked) return <span class="chip warn">still pinned: run “countersign operator pin”</span>
  return <span class={pinned ? 'chip ok' : 'chip warn'}>{pinned ? 'pinned' : 'not pinned'}</span>
}

const Devices: FC<{ devices: readonly Device[]; how: Confirming }> = ({ devices, how }) => {
  const { visitor } = how
  const token = formToken(visitor, 'sign out')
  return (
    <section class="card">
      <h2>Where you are signed in</h2>
      <ul class="keys">
        {devices.map((device) => (
          <li>
            <b>
              <Visible text={device.device} />
            </b>
            {visitor.secretHash.startsWith(device.id) && ' (this device)'}
            <p class="meta">
              Since <Time at={device.opened_at} />, last seen <Time at={device.seen_at} />
              {device.local && ', by the link printed on this machine'}
            </p>
            <form method="post" action="/sign-out">
              <input type="hidden" name="token" value={token} />
              <input type="hidden" name="session" value={device.id} />
              <button type="submit">Sign out</button>
            </form>
          </li>
        ))}
      </ul>
      <form method="post" action="/sign-out">
        <input type="hidden" name="token" value={token} />
        <button type="submit" class="bad" name="everywhere" value="yes">
          Sign out everywhere
        </button>
      </form>
    </section>
  )
}
