import { RUNTIME_ROLE } from '../../src/kernel/database/roles';
import { isolate, openToFunctions, showToStorefront } from '../isolation';
import { openRows } from '../open-rows';

/** Uploads, the media files that are made of them, and the pictures that are drawn of those. */
export const media = `
  -- Uploads that are not yet a media file.
  CREATE TABLE media_upload (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    size integer NOT NULL,
    digest text COLLATE "C" NOT NULL,
    object text COLLATE "C",
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    brought_kind text COLLATE "C",
    brought_by text COLLATE "C",
    PRIMARY KEY (store_id, id)
  );
  CREATE INDEX media_upload_object ON media_upload (store_id, object);
  CREATE INDEX media_upload_expiry ON media_upload (store_id, expires_at);
  ${isolate('media_upload', 'store_id', 'SELECT, INSERT, DELETE')}
  GRANT UPDATE (object) ON media_upload TO ${RUNTIME_ROLE};

  CREATE TABLE media (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    state text COLLATE "C" NOT NULL,
    failure text COLLATE "C",
    name text,
    type text COLLATE "C" NOT NULL,
    size integer NOT NULL,
    digest text COLLATE "C" NOT NULL,
    object text COLLATE "C" NOT NULL,
    width integer,
    height integer,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    name_words text COLLATE "C" GENERATED ALWAYS AS (title_words(name)) STORED,
    awaits_avif boolean NOT NULL DEFAULT false,
    PRIMARY KEY (store_id, id)
  );
  CREATE UNIQUE INDEX media_digest ON media (store_id, digest);
  CREATE INDEX media_object ON media (store_id, object);
  CREATE INDEX media_open ON media (id) WHERE state = 'processing' OR awaits_avif;
  ${isolate('media')}
  ${openToFunctions('media')}
  ${showToStorefront('media', 'store_id, id, state, width, height')}

  -- Pictures that are drawn of a media file.
  CREATE TABLE media_variant (
    store_id text COLLATE "C" NOT NULL,
    media_id text COLLATE "C" NOT NULL,
    format text COLLATE "C" NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    size integer NOT NULL,
    object text COLLATE "C" NOT NULL,
    PRIMARY KEY (store_id, media_id, format, width),
    FOREIGN KEY (store_id, media_id) REFERENCES media (store_id, id) ON DELETE CASCADE
  );
  CREATE UNIQUE INDEX media_variant_object ON media_variant (store_id, object);
  ${isolate('media_variant', 'store_id', 'SELECT, INSERT, DELETE')}
  ${showToStorefront('media_variant')}

  -- The number and the bytes of the media files of each store: known without counting them, and kept by a trigger.
  CREATE TABLE media_share (
    store_id text COLLATE "C" PRIMARY KEY,
    files integer NOT NULL,
    bytes bigint NOT NULL
  );
  ${isolate('media_share', 'store_id', 'SELECT')}
  ${openToFunctions('media_share')}

  -- Pictures as JPEG, for the servers of marketplaces.
  CREATE TABLE media_jpeg (
    store_id text COLLATE "C" NOT NULL,
    media_id text COLLATE "C" NOT NULL,
    object text COLLATE "C" NOT NULL,
    size integer NOT NULL,
    PRIMARY KEY (store_id, media_id),
    FOREIGN KEY (store_id, media_id) REFERENCES media (store_id, id) ON DELETE CASCADE
  );
  CREATE UNIQUE INDEX media_jpeg_object ON media_jpeg (store_id, object);
  ${isolate('media_jpeg', 'store_id', 'SELECT, INSERT, DELETE')}
  ${showToStorefront('media_jpeg')}

  CREATE FUNCTION count_media() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO media_share AS s (store_id, files, bytes) VALUES (NEW.store_id, 1, NEW.size)
        ON CONFLICT (store_id) DO UPDATE SET files = s.files + 1, bytes = s.bytes + EXCLUDED.bytes;
      ELSE
        UPDATE media_share SET files = files - 1, bytes = bytes - OLD.size WHERE store_id = OLD.store_id;
      END IF;
      RETURN NULL;
    END
  $$;
  REVOKE ALL ON FUNCTION count_media() FROM PUBLIC;

  ${openRows(
    'media',
    `SELECT f.id, f.store_id, jsonb_build_object('mediaId', f.id) FROM media f WHERE f.state = 'processing' OR f.awaits_avif`,
  )}

  CREATE TRIGGER count_media AFTER INSERT OR DELETE ON media
    FOR EACH ROW EXECUTE FUNCTION count_media();
`;
