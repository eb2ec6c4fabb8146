// Written by `npm run db:types` from the database. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      alerts: {
        Row: {
          id: string;
          user_id: string | null;
          email: string | null;
          kind: string;
          address: string;
          search_id: number;
          rhythm: string;
          weekday: number;
          hour: number;
          time_zone: string;
          is_on: boolean;
          created_at: string;
          confirmed_at: string | null;
          consent_text: string | null;
          sent_at: string | null;
          told_up_to: number;
          next_at: string | null;
          claimed_at: string | null;
          going_to: number | null;
        };
        Insert: {
          id?: string;
          user_id?: string | null;
          email?: string | null;
          kind: string;
          address?: string;
          search_id: number;
          rhythm?: string;
          weekday?: number;
          hour?: number;
          time_zone?: string;
          is_on?: boolean;
          created_at?: string;
          confirmed_at?: string | null;
          consent_text?: string | null;
          sent_at?: string | null;
          told_up_to?: number;
          next_at?: string | null;
          claimed_at?: string | null;
          going_to?: number | null;
        };
        Update: {
          id?: string;
          user_id?: string | null;
          email?: string | null;
          kind?: string;
          address?: string;
          search_id?: number;
          rhythm?: string;
          weekday?: number;
          hour?: number;
          time_zone?: string;
          is_on?: boolean;
          created_at?: string;
          confirmed_at?: string | null;
          consent_text?: string | null;
          sent_at?: string | null;
          told_up_to?: number;
          next_at?: string | null;
          claimed_at?: string | null;
          going_to?: number | null;
        };
        Relationships: [];
      };
      application_events: {
        Row: {
          id: number;
          application_id: string;
          at: string;
          kind: string;
          state: string | null;
          made_by: string | null;
          words: string | null;
        };
        Insert: {
          application_id: string;
          at?: string;
          kind: string;
          state?: string | null;
          made_by?: string | null;
          words?: string | null;
        };
        Update: {
          application_id?: string;
          at?: string;
          kind?: string;
          state?: string | null;
          made_by?: string | null;
          words?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'application_events_application_id_fkey';
            columns: ['application_id'];
            isOneToOne: false;
            referencedRelation: 'applications';
            referencedColumns: ['id'];
          },
        ];
      };
      application_mail_settings: {
        Row: { user_id: string; mails: string; hour: number; time_zone: string };
        Insert: { user_id?: string; mails?: string; hour?: number; time_zone?: string };
        Update: { user_id?: string; mails?: string; hour?: number; time_zone?: string };
        Relationships: [];
      };
      application_notes: {
        Row: {
          id: string;
          application_id: string;
          author_id: string | null;
          body: string;
          created_at: string;
        };
        Insert: {
          id?: string;
          application_id: string;
          author_id?: string | null;
          body: string;
          created_at?: string;
        };
        Update: {
          id?: string;
          application_id?: string;
          author_id?: string | null;
          body?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'application_notes_application_id_fkey';
            columns: ['application_id'];
            isOneToOne: false;
            referencedRelation: 'applications';
            referencedColumns: ['id'];
          },
        ];
      };
      application_stars: {
        Row: { application_id: string; user_id: string };
        Insert: { application_id: string; user_id?: string };
        Update: { application_id?: string; user_id?: string };
        Relationships: [
          {
            foreignKeyName: 'application_stars_application_id_fkey';
            columns: ['application_id'];
            isOneToOne: false;
            referencedRelation: 'applications';
            referencedColumns: ['id'];
          },
        ];
      };
      application_templates: {
        Row: {
          id: string;
          company_id: string;
          name: string;
          body: string;
          created_by: string | null;
          created_at: string;
        };
        Insert: {
          id?: string;
          company_id: string;
          name: string;
          body: string;
          created_by?: string | null;
          created_at?: string;
        };
        Update: {
          id?: string;
          company_id?: string;
          name?: string;
          body?: string;
          created_by?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'application_templates_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
        ];
      };
      applications: {
        Row: {
          id: string;
          job_id: string | null;
          job_title: string;
          company_id: string;
          company_name: string;
          applicant_id: string | null;
          name: string;
          email: string;
          phone: string | null;
          place: string | null;
          note: string;
          profile: Json | null;
          answers: Json;
          meets_needs: boolean;
          resume_id: string | null;
          state: string;
          state_at: string;
          applied_at: string;
          answered_at: string | null;
          looked_at: string | null;
          spam_at: string | null;
          silence_told_at: string | null;
          leaves_at: string | null;
          wants_mails: boolean;
          closing_since: string | null;
          search_words: string | null;
          stars: number;
          is_verified: boolean;
          answers_given: string[] | null;
        };
        Insert: {
          id?: string;
          job_id?: string | null;
          job_title: string;
          company_id: string;
          company_name: string;
          applicant_id?: string | null;
          name: string;
          email: string;
          phone?: string | null;
          place?: string | null;
          note?: string;
          profile?: Json | null;
          answers?: Json;
          meets_needs?: boolean;
          resume_id?: string | null;
          state?: string;
          state_at?: string;
          applied_at?: string;
          answered_at?: string | null;
          looked_at?: string | null;
          spam_at?: string | null;
          silence_told_at?: string | null;
          leaves_at?: string | null;
          wants_mails?: boolean;
          closing_since?: string | null;
          stars?: number;
          is_verified?: boolean;
        };
        Update: {
          id?: string;
          job_id?: string | null;
          job_title?: string;
          company_id?: string;
          company_name?: string;
          applicant_id?: string | null;
          name?: string;
          email?: string;
          phone?: string | null;
          place?: string | null;
          note?: string;
          profile?: Json | null;
          answers?: Json;
          meets_needs?: boolean;
          resume_id?: string | null;
          state?: string;
          state_at?: string;
          applied_at?: string;
          answered_at?: string | null;
          looked_at?: string | null;
          spam_at?: string | null;
          silence_told_at?: string | null;
          leaves_at?: string | null;
          wants_mails?: boolean;
          closing_since?: string | null;
          stars?: number;
          is_verified?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'applications_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'applications_job_id_fkey';
            columns: ['job_id'];
            isOneToOne: false;
            referencedRelation: 'jobs';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'applications_resume_id_fkey';
            columns: ['resume_id'];
            isOneToOne: false;
            referencedRelation: 'resumes';
            referencedColumns: ['id'];
          },
        ];
      };
      billing_events: {
        Row: {
          id: string;
          type: string;
          customer_id: string | null;
          received_at: string;
          handled_at: string | null;
        };
        Insert: {
          id: string;
          type: string;
          customer_id?: string | null;
          received_at?: string;
          handled_at?: string | null;
        };
        Update: {
          id?: string;
          type?: string;
          customer_id?: string | null;
          received_at?: string;
          handled_at?: string | null;
        };
        Relationships: [];
      };
      blocks: {
        Row: {
          blocker_id: string;
          blocked_id: string;
          created_at: string;
          company_id: string | null;
        };
        Insert: {
          blocker_id: string;
          blocked_id: string;
          created_at?: string;
          company_id?: string | null;
        };
        Update: {
          blocker_id?: string;
          blocked_id?: string;
          created_at?: string;
          company_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'blocks_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
        ];
      };
      candidate_profiles: {
        Row: {
          id: string;
          user_id: string;
          public_profile: boolean;
          headline: string;
          summary: string | null;
          years_experience: number | null;
          current_company: string | null;
          current_position: string | null;
          location: string | null;
          skills: string[];
          certifications: string[];
          languages: string[];
          education: string | null;
          experience_level: string;
          preferred_job_types: string[];
          preferred_locations: string[];
          salary_expectations: string | null;
          availability: string;
          linkedin_url: string | null;
          portfolio_url: string | null;
          profile_picture_url: string | null;
          created_at: string;
          updated_at: string;
          completeness: number;
          verified: Json;
        };
        Insert: {
          id?: string;
          user_id?: string;
          public_profile?: boolean;
          headline: string;
          summary?: string | null;
          years_experience?: number | null;
          current_company?: string | null;
          current_position?: string | null;
          location?: string | null;
          skills?: string[];
          certifications?: string[];
          languages?: string[];
          education?: string | null;
          experience_level?: string;
          preferred_job_types?: string[];
          preferred_locations?: string[];
          salary_expectations?: string | null;
          availability?: string;
          linkedin_url?: string | null;
          portfolio_url?: string | null;
          profile_picture_url?: string | null;
          created_at?: string;
          updated_at?: string;
          completeness?: number;
          verified?: Json;
        };
        Update: {
          id?: string;
          user_id?: string;
          public_profile?: boolean;
          headline?: string;
          summary?: string | null;
          years_experience?: number | null;
          current_company?: string | null;
          current_position?: string | null;
          location?: string | null;
          skills?: string[];
          certifications?: string[];
          languages?: string[];
          education?: string | null;
          experience_level?: string;
          preferred_job_types?: string[];
          preferred_locations?: string[];
          salary_expectations?: string | null;
          availability?: string;
          linkedin_url?: string | null;
          portfolio_url?: string | null;
          profile_picture_url?: string | null;
          created_at?: string;
          updated_at?: string;
          completeness?: number;
          verified?: Json;
        };
        Relationships: [];
      };
      companies: {
        Row: {
          id: string;
          slug: string;
          name: string;
          name_key: string;
          next_name: string | null;
          next_name_from: string | null;
          renamed_at: string[];
          web_address: string | null;
          place: string | null;
          about: string | null;
          logo: string | null;
          public_since: string | null;
          created_at: string;
          updated_at: string;
          domain: string | null;
          domain_fault: string | null;
          proven_domain: string | null;
          is_checked: boolean;
          proven_since: string | null;
          dns_token: string;
          closed_at: string | null;
        };
        Insert: {
          id?: string;
          slug: string;
          name: string;
          next_name?: string | null;
          next_name_from?: string | null;
          renamed_at?: string[];
          web_address?: string | null;
          place?: string | null;
          about?: string | null;
          logo?: string | null;
          public_since?: string | null;
          created_at?: string;
          updated_at?: string;
          domain?: string | null;
          domain_fault?: string | null;
          proven_domain?: string | null;
          is_checked?: boolean;
          proven_since?: string | null;
          dns_token?: string;
          closed_at?: string | null;
        };
        Update: {
          id?: string;
          slug?: string;
          name?: string;
          next_name?: string | null;
          next_name_from?: string | null;
          renamed_at?: string[];
          web_address?: string | null;
          place?: string | null;
          about?: string | null;
          logo?: string | null;
          public_since?: string | null;
          created_at?: string;
          updated_at?: string;
          domain?: string | null;
          domain_fault?: string | null;
          proven_domain?: string | null;
          is_checked?: boolean;
          proven_since?: string | null;
          dns_token?: string;
          closed_at?: string | null;
        };
        Relationships: [];
      };
      company_invitations: {
        Row: {
          id: string;
          company_id: string;
          email: string;
          role: string;
          invited_by: string | null;
          sent_at: string;
          expires_at: string;
          token_hash: string | null;
        };
        Insert: {
          id?: string;
          company_id: string;
          email: string;
          role: string;
          invited_by?: string | null;
          sent_at?: string;
          expires_at?: string;
          token_hash?: string | null;
        };
        Update: {
          id?: string;
          company_id?: string;
          email?: string;
          role?: string;
          invited_by?: string | null;
          sent_at?: string;
          expires_at?: string;
          token_hash?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'company_invitations_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
        ];
      };
      company_members: {
        Row: { company_id: string; user_id: string; role: string; joined_at: string };
        Insert: { company_id: string; user_id: string; role: string; joined_at?: string };
        Update: { company_id?: string; user_id?: string; role?: string; joined_at?: string };
        Relationships: [
          {
            foreignKeyName: 'company_members_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
        ];
      };
      company_proofs: {
        Row: {
          id: string;
          company_id: string;
          kind: string;
          domain: string | null;
          proved_by: string | null;
          since: string;
          ended_at: string | null;
          seen_at: string;
          missing_since: string | null;
          asked_at: string | null;
        };
        Insert: {
          id?: string;
          company_id: string;
          kind: string;
          domain?: string | null;
          proved_by?: string | null;
          since?: string;
          ended_at?: string | null;
          seen_at?: string;
          missing_since?: string | null;
          asked_at?: string | null;
        };
        Update: {
          id?: string;
          company_id?: string;
          kind?: string;
          domain?: string | null;
          proved_by?: string | null;
          since?: string;
          ended_at?: string | null;
          seen_at?: string;
          missing_since?: string | null;
          asked_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'company_proofs_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
        ];
      };
      conversation_states: {
        Row: {
          conversation_id: string;
          user_id: string;
          read_at: string | null;
          archived_at: string | null;
        };
        Insert: {
          conversation_id: string;
          user_id: string;
          read_at?: string | null;
          archived_at?: string | null;
        };
        Update: {
          conversation_id?: string;
          user_id?: string;
          read_at?: string | null;
          archived_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'conversation_states_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversations';
            referencedColumns: ['id'];
          },
        ];
      };
      conversations: {
        Row: {
          id: string;
          member_id: string | null;
          candidate_id: string | null;
          member_name: string;
          member_company: string | null;
          candidate_headline: string;
          started_at: string;
          last_message_at: string;
          last_sender_id: string | null;
          candidate_name: string | null;
          company_id: string | null;
          application_id: string | null;
        };
        Insert: {
          id?: string;
          member_id?: string | null;
          candidate_id?: string | null;
          member_name: string;
          member_company?: string | null;
          candidate_headline: string;
          started_at?: string;
          last_message_at?: string;
          last_sender_id?: string | null;
          candidate_name?: string | null;
          company_id?: string | null;
          application_id?: string | null;
        };
        Update: {
          id?: string;
          member_id?: string | null;
          candidate_id?: string | null;
          member_name?: string;
          member_company?: string | null;
          candidate_headline?: string;
          started_at?: string;
          last_message_at?: string;
          last_sender_id?: string | null;
          candidate_name?: string | null;
          company_id?: string | null;
          application_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'conversations_application_id_fkey';
            columns: ['application_id'];
            isOneToOne: false;
            referencedRelation: 'applications';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'conversations_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
        ];
      };
      employer_ties: {
        Row: { user_id: string; company_key: string; since: string };
        Insert: { user_id: string; company_key: string; since: string };
        Update: { user_id?: string; company_key?: string; since?: string };
        Relationships: [];
      };
      employers: {
        Row: {
          user_id: string;
          company: string;
          created_at: string;
          updated_at: string;
          former_company: string | null;
          in_effect_at: string;
          changed_at: string[];
          company_id: string | null;
          former_company_id: string | null;
        };
        Insert: {
          user_id: string;
          company: string;
          created_at?: string;
          updated_at?: string;
          former_company?: string | null;
          in_effect_at?: string;
          changed_at?: string[];
          company_id?: string | null;
          former_company_id?: string | null;
        };
        Update: {
          user_id?: string;
          company?: string;
          created_at?: string;
          updated_at?: string;
          former_company?: string | null;
          in_effect_at?: string;
          changed_at?: string[];
          company_id?: string | null;
          former_company_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'employers_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
        ];
      };
      job_activity: {
        Row: { job_id: string; day: string; views: number; apply_clicks: number };
        Insert: { job_id: string; day: string; views?: number; apply_clicks?: number };
        Update: { job_id?: string; day?: string; views?: number; apply_clicks?: number };
        Relationships: [
          {
            foreignKeyName: 'job_activity_job_id_fkey';
            columns: ['job_id'];
            isOneToOne: false;
            referencedRelation: 'jobs';
            referencedColumns: ['id'];
          },
        ];
      };
      job_click_marks: {
        Row: { mark: string; ends_at: string };
        Insert: { mark: string; ends_at: string };
        Update: { mark?: string; ends_at?: string };
        Relationships: [];
      };
      job_mails: {
        Row: { job_id: string; kind: string; about: string; created_at: string };
        Insert: { job_id: string; kind: string; about: string; created_at?: string };
        Update: { job_id?: string; kind?: string; about?: string; created_at?: string };
        Relationships: [
          {
            foreignKeyName: 'job_mails_job_id_fkey';
            columns: ['job_id'];
            isOneToOne: false;
            referencedRelation: 'jobs';
            referencedColumns: ['id'];
          },
        ];
      };
      job_renewal_tokens: {
        Row: { token_hash: string; job_id: string; created_at: string; used_at: string | null };
        Insert: {
          token_hash: string;
          job_id: string;
          created_at?: string;
          used_at?: string | null;
        };
        Update: {
          token_hash?: string;
          job_id?: string;
          created_at?: string;
          used_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'job_renewal_tokens_job_id_fkey';
            columns: ['job_id'];
            isOneToOne: false;
            referencedRelation: 'jobs';
            referencedColumns: ['id'];
          },
        ];
      };
      job_reports: {
        Row: {
          id: string;
          job_id: string;
          reason: string;
          note: string | null;
          created_at: string;
          handled_at: string | null;
        };
        Insert: {
          id?: string;
          job_id: string;
          reason: string;
          note?: string | null;
          created_at?: string;
          handled_at?: string | null;
        };
        Update: {
          id?: string;
          job_id?: string;
          reason?: string;
          note?: string | null;
          created_at?: string;
          handled_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'job_reports_job_id_fkey';
            columns: ['job_id'];
            isOneToOne: false;
            referencedRelation: 'jobs';
            referencedColumns: ['id'];
          },
        ];
      };
      jobs: {
        Row: {
          id: string;
          title: string;
          company: string;
          job_type: string;
          location: string;
          salary_range: string | null;
          application_deadline: string | null;
          application_url: string | null;
          description: string;
          requirements: string | null;
          benefits: string | null;
          contact_name: string;
          contact_email: string;
          contact_phone: string | null;
          created_at: string;
          is_active: boolean;
          posted_by: string;
          workplace: string | null;
          city: string | null;
          region: string | null;
          country: string | null;
          salary_from: number | null;
          salary_to: number | null;
          salary_currency: string | null;
          salary_period: string | null;
          published_at: string;
          closed_at: string | null;
          filled_at: string | null;
          hidden_at: string | null;
          updated_at: string;
          is_featured: boolean;
          ends_at: string;
          is_past: boolean;
          credentials_wanted: string[];
          company_id: string | null;
          applies_here: boolean;
          questions: Json;
          client: string | null;
        };
        Insert: {
          id?: string;
          title: string;
          company: string;
          job_type?: string;
          location: string;
          salary_range?: string | null;
          application_deadline?: string | null;
          application_url?: string | null;
          description: string;
          requirements?: string | null;
          benefits?: string | null;
          contact_name: string;
          contact_email: string;
          contact_phone?: string | null;
          created_at?: string;
          is_active?: boolean;
          posted_by?: string;
          workplace?: string | null;
          city?: string | null;
          region?: string | null;
          country?: string | null;
          salary_from?: number | null;
          salary_to?: number | null;
          salary_currency?: string | null;
          salary_period?: string | null;
          published_at?: string;
          closed_at?: string | null;
          filled_at?: string | null;
          hidden_at?: string | null;
          updated_at?: string;
          is_featured?: boolean;
          is_past?: boolean;
          credentials_wanted?: string[];
          company_id?: string | null;
          applies_here?: boolean;
          questions?: Json;
          client?: string | null;
        };
        Update: {
          id?: string;
          title?: string;
          company?: string;
          job_type?: string;
          location?: string;
          salary_range?: string | null;
          application_deadline?: string | null;
          application_url?: string | null;
          description?: string;
          requirements?: string | null;
          benefits?: string | null;
          contact_name?: string;
          contact_email?: string;
          contact_phone?: string | null;
          created_at?: string;
          is_active?: boolean;
          posted_by?: string;
          workplace?: string | null;
          city?: string | null;
          region?: string | null;
          country?: string | null;
          salary_from?: number | null;
          salary_to?: number | null;
          salary_currency?: string | null;
          salary_period?: string | null;
          published_at?: string;
          closed_at?: string | null;
          filled_at?: string | null;
          hidden_at?: string | null;
          updated_at?: string;
          is_featured?: boolean;
          is_past?: boolean;
          credentials_wanted?: string[];
          company_id?: string | null;
          applies_here?: boolean;
          questions?: Json;
          client?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'jobs_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
        ];
      };
      membership_seats: {
        Row: {
          payer_id: string;
          user_id: string;
          company_id: string;
          given_at: string;
          end_told_at: string | null;
        };
        Insert: {
          payer_id: string;
          user_id: string;
          company_id: string;
          given_at?: string;
          end_told_at?: string | null;
        };
        Update: {
          payer_id?: string;
          user_id?: string;
          company_id?: string;
          given_at?: string;
          end_told_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'membership_seats_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
        ];
      };
      message_reports: {
        Row: {
          id: string;
          conversation_id: string;
          reporter_id: string;
          reason: string;
          created_at: string;
        };
        Insert: {
          id?: string;
          conversation_id: string;
          reporter_id: string;
          reason: string;
          created_at?: string;
        };
        Update: {
          id?: string;
          conversation_id?: string;
          reporter_id?: string;
          reason?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'message_reports_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversations';
            referencedColumns: ['id'];
          },
        ];
      };
      message_settings: {
        Row: {
          user_id: string;
          mail_notices: boolean;
          shows_typing: boolean;
          application_mails: boolean;
        };
        Insert: {
          user_id: string;
          mail_notices?: boolean;
          shows_typing?: boolean;
          application_mails?: boolean;
        };
        Update: {
          user_id?: string;
          mail_notices?: boolean;
          shows_typing?: boolean;
          application_mails?: boolean;
        };
        Relationships: [];
      };
      messages: {
        Row: {
          id: string;
          conversation_id: string;
          sender_id: string;
          body: string;
          client_key: string | null;
          created_at: string;
        };
        Insert: {
          id?: string;
          conversation_id: string;
          sender_id: string;
          body: string;
          client_key?: string | null;
          created_at?: string;
        };
        Update: {
          id?: string;
          conversation_id?: string;
          sender_id?: string;
          body?: string;
          client_key?: string | null;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'messages_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversations';
            referencedColumns: ['id'];
          },
        ];
      };
      newsletter_deliveries: {
        Row: {
          edition_id: string;
          subscriber_id: string;
          sent_at: string | null;
          refused_at: string | null;
          mailbox_is_gone: boolean | null;
        };
        Insert: {
          edition_id: string;
          subscriber_id: string;
          sent_at?: string | null;
          refused_at?: string | null;
          mailbox_is_gone?: boolean | null;
        };
        Update: {
          edition_id?: string;
          subscriber_id?: string;
          sent_at?: string | null;
          refused_at?: string | null;
          mailbox_is_gone?: boolean | null;
        };
        Relationships: [
          {
            foreignKeyName: 'newsletter_deliveries_edition_id_fkey';
            columns: ['edition_id'];
            isOneToOne: false;
            referencedRelation: 'newsletter_editions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'newsletter_deliveries_subscriber_id_fkey';
            columns: ['subscriber_id'];
            isOneToOne: false;
            referencedRelation: 'newsletter_subscribers';
            referencedColumns: ['id'];
          },
        ];
      };
      newsletter_editions: {
        Row: {
          id: string;
          subject: string;
          text: string;
          text_hash: string;
          created_at: string;
          stopped_at: string | null;
          queued_at: string | null;
          is_of_staff: boolean;
        };
        Insert: {
          id?: string;
          subject: string;
          text: string;
          text_hash: string;
          created_at?: string;
          stopped_at?: string | null;
          queued_at?: string | null;
          is_of_staff?: boolean;
        };
        Update: {
          id?: string;
          subject?: string;
          text?: string;
          text_hash?: string;
          created_at?: string;
          stopped_at?: string | null;
          queued_at?: string | null;
          is_of_staff?: boolean;
        };
        Relationships: [];
      };
      newsletter_limits: {
        Row: { key: string; tries: number; ends_at: string };
        Insert: { key: string; tries: number; ends_at: string };
        Update: { key?: string; tries?: number; ends_at?: string };
        Relationships: [];
      };
      newsletter_subscribers: {
        Row: {
          id: string;
          email: string;
          consent_text: string;
          consented_at: string;
          confirmed_at: string | null;
        };
        Insert: {
          id?: string;
          email: string;
          consent_text: string;
          consented_at?: string;
          confirmed_at?: string | null;
        };
        Update: {
          id?: string;
          email?: string;
          consent_text?: string;
          consented_at?: string;
          confirmed_at?: string | null;
        };
        Relationships: [];
      };
      newsletter_tokens: {
        Row: { token_hash: string; subscriber_id: string; kind: string; created_at: string };
        Insert: { token_hash: string; subscriber_id: string; kind: string; created_at?: string };
        Update: { token_hash?: string; subscriber_id?: string; kind?: string; created_at?: string };
        Relationships: [
          {
            foreignKeyName: 'newsletter_tokens_subscriber_id_fkey';
            columns: ['subscriber_id'];
            isOneToOne: false;
            referencedRelation: 'newsletter_subscribers';
            referencedColumns: ['id'];
          },
        ];
      };
      page_views: {
        Row: { day: string; path: string; views: number };
        Insert: { day: string; path: string; views: number };
        Update: { day?: string; path?: string; views?: number };
        Relationships: [];
      };
      profile_hides: {
        Row: {
          id: string;
          user_id: string;
          company: string;
          company_key: string;
          created_at: string;
        };
        Insert: { id?: string; user_id: string; company: string; created_at?: string };
        Update: { id?: string; user_id?: string; company?: string; created_at?: string };
        Relationships: [];
      };
      removed_jobs: {
        Row: { id: string; removed_at: string };
        Insert: { id: string; removed_at?: string };
        Update: { id?: string; removed_at?: string };
        Relationships: [];
      };
      resumes: {
        Row: {
          id: string;
          user_id: string | null;
          file_name: string;
          type: string;
          bytes: number;
          object_name: string;
          is_current: boolean;
          created_at: string;
        };
        Insert: {
          id?: string;
          user_id?: string | null;
          file_name: string;
          type: string;
          bytes: number;
          object_name: string;
          is_current?: boolean;
          created_at?: string;
        };
        Update: {
          id?: string;
          user_id?: string | null;
          file_name?: string;
          type?: string;
          bytes?: number;
          object_name?: string;
          is_current?: boolean;
          created_at?: string;
        };
        Relationships: [];
      };
      saved_candidates: {
        Row: {
          user_id: string;
          profile_id: string;
          note: string;
          created_at: string;
          updated_at: string;
          company_id: string | null;
          id: string;
        };
        Insert: {
          user_id: string;
          profile_id: string;
          note?: string;
          created_at?: string;
          updated_at?: string;
          company_id?: string | null;
          id?: string;
        };
        Update: {
          user_id?: string;
          profile_id?: string;
          note?: string;
          created_at?: string;
          updated_at?: string;
          company_id?: string | null;
          id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'saved_candidates_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'saved_candidates_profile_id_fkey';
            columns: ['profile_id'];
            isOneToOne: false;
            referencedRelation: 'candidate_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      saved_jobs: {
        Row: { user_id: string; job_id: string; created_at: string };
        Insert: { user_id: string; job_id: string; created_at?: string };
        Update: { user_id?: string; job_id?: string; created_at?: string };
        Relationships: [
          {
            foreignKeyName: 'saved_jobs_job_id_fkey';
            columns: ['job_id'];
            isOneToOne: false;
            referencedRelation: 'jobs';
            referencedColumns: ['id'];
          },
        ];
      };
      subscriptions: {
        Row: {
          user_id: string;
          customer_id: string | null;
          subscription_id: string | null;
          product_id: string | null;
          status: string;
          current_period_end: string | null;
          cancel_at_period_end: boolean;
          updated_at: string;
          customer_key: string;
          paid_until: string | null;
          asked_at: string;
          started_at: string;
          amount: number | null;
          currency: string | null;
          price_interval: string | null;
          quantity: number;
          ended_unpaid: boolean;
          charges_paused: boolean;
        };
        Insert: {
          user_id: string;
          customer_id?: string | null;
          subscription_id?: string | null;
          product_id?: string | null;
          status?: string;
          current_period_end?: string | null;
          cancel_at_period_end?: boolean;
          updated_at?: string;
          customer_key?: string;
          paid_until?: string | null;
          asked_at?: string;
          started_at?: string;
          amount?: number | null;
          currency?: string | null;
          price_interval?: string | null;
          quantity?: number;
          ended_unpaid?: boolean;
          charges_paused?: boolean;
        };
        Update: {
          user_id?: string;
          customer_id?: string | null;
          subscription_id?: string | null;
          product_id?: string | null;
          status?: string;
          current_period_end?: string | null;
          cancel_at_period_end?: boolean;
          updated_at?: string;
          customer_key?: string;
          paid_until?: string | null;
          asked_at?: string;
          started_at?: string;
          amount?: number | null;
          currency?: string | null;
          price_interval?: string | null;
          quantity?: number;
          ended_unpaid?: boolean;
          charges_paused?: boolean;
        };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: {
      accept_invitation: { Args: { token: string }; Returns: string };
      archive_conversation: {
        Args: { conversation: string; archived?: boolean };
        Returns: undefined;
      };
      ask_company_check: { Args: { company: string; evidence: string }; Returns: undefined };
      ask_for_alert: {
        Args: {
          mailbox: string;
          consent_version: number;
          conditions?: Json;
          address?: string;
          rhythm?: string;
          weekday?: number;
          hour?: number;
          time_zone?: string;
        };
        Returns: boolean;
      };
      asked_questions: {
        Args: { job?: string };
        Returns: { question: string | null; options: string[] | null }[];
      };
      block_conversation: { Args: { conversation: string }; Returns: undefined };
      board_changed_on: { Args: Record<never, never>; Returns: string };
      clean_newsletter: { Args: Record<never, never>; Returns: undefined };
      company_answers: {
        Args: { company: string };
        Returns: {
          applications: number | null;
          answered_share: number | null;
          usual_days: number | null;
        }[];
      };
      company_page: {
        Args: { slug: string };
        Returns: {
          id: string | null;
          name: string | null;
          web_address: string | null;
          place: string | null;
          about: string | null;
          logo: string | null;
          proven_domain: string | null;
          is_checked: boolean | null;
          updated_at: string | null;
          live_jobs: number | null;
          jobs: Json | null;
        }[];
      };
      company_people: {
        Args: { company: string };
        Returns: {
          user_id: string | null;
          name: string | null;
          email: string | null;
          role: string | null;
          joined_at: string | null;
          is_me: boolean | null;
        }[];
      };
      company_seats: {
        Args: { company: string };
        Returns: {
          user_id: string | null;
          name: string | null;
          role: string | null;
          is_me: boolean | null;
          state: string | null;
        }[];
      };
      confirm_alerts: { Args: { token: string; chosen: string[] }; Returns: string };
      confirm_newsletter: { Args: { token: string }; Returns: boolean };
      conversation_people: {
        Args: { conversation: string };
        Returns: { user_id: string | null; name: string | null }[];
      };
      count_applications: { Args: { job?: string }; Returns: Json };
      count_board: {
        Args: { wanted: Json; filter: string };
        Returns: { value: string | null; matches: number | null }[];
      };
      count_candidates: {
        Args: {
          q?: string;
          level?: string;
          skills?: string[];
          skills_mode?: string;
          location?: string;
          certification?: string;
          availability?: string;
          verified?: string;
          years_from?: number;
          years_to?: number;
          miles?: number;
        };
        Returns: { matches: number | null; is_exact: boolean | null }[];
      };
      count_listed_companies: { Args: Record<never, never>; Returns: number };
      count_live_jobs: { Args: Record<never, never>; Returns: number };
      decline_applications: {
        Args: { applications: string[]; words: string; seen?: string[] };
        Returns: number;
      };
      delete_application: { Args: { application: string }; Returns: boolean };
      employer_state: {
        Args: Record<never, never>;
        Returns: {
          company: string | null;
          next_company: string | null;
          next_from: string | null;
          is_confirmed: boolean | null;
          changes_left: number | null;
          is_shown: boolean | null;
        }[];
      };
      find_places: {
        Args: { names: string[] };
        Returns: {
          asked: string | null;
          name: string | null;
          state: string | null;
          latitude: number | null;
          longitude: number | null;
          size: number | null;
          has_postings: boolean | null;
        }[];
      };
      give_seat: { Args: { company: string; person: string }; Returns: undefined };
      hide_from: { Args: { companies: string[] }; Returns: string[] };
      invite_to_company: {
        Args: { company: string; address: string; as_role: string };
        Returns: string;
      };
      is_hidden_by_staff: { Args: { profile: string }; Returns: boolean };
      job_company: {
        Args: { job_id: string };
        Returns: {
          slug: string | null;
          name: string | null;
          proven_domain: string | null;
          is_checked: boolean | null;
          client: string | null;
          web_address: string | null;
          logo: string | null;
        }[];
      };
      job_landing: {
        Args: { path: string };
        Returns: {
          moved_to: string | null;
          state: string | null;
          city: string | null;
          role: string | null;
          job_type: string | null;
          matches: number | null;
          is_exact: boolean | null;
          companies: number | null;
          pay: number | null;
          paying: number | null;
          top_companies: Json | null;
          jobs: Json | null;
          roles: Json | null;
          places: Json | null;
          twin: string | null;
        }[];
      };
      job_page: {
        Args: { job_id: string };
        Returns: {
          status: string | null;
          id: string | null;
          title: string | null;
          company: string | null;
          job_type: string | null;
          location: string | null;
          salary_range: string | null;
          application_deadline: string | null;
          application_url: string | null;
          description: string | null;
          requirements: string | null;
          benefits: string | null;
          contact_name: string | null;
          contact_email: string | null;
          contact_phone: string | null;
          created_at: string | null;
          workplace: string | null;
          city: string | null;
          region: string | null;
          country: string | null;
          salary_from: number | null;
          salary_to: number | null;
          salary_currency: string | null;
          salary_period: string | null;
          published_at: string | null;
          ends_at: string | null;
          updated_at: string | null;
          credentials_wanted: string[] | null;
          similar_jobs: Json | null;
        }[];
      };
      job_ways: {
        Args: { job_id: string };
        Returns: {
          path: string | null;
          city: string | null;
          state: string | null;
          role: string | null;
          job_type: string | null;
        }[];
      };
      jobs_that_fit: {
        Args: { most?: number };
        Returns: {
          id: string | null;
          title: string | null;
          company: string | null;
          location: string | null;
          job_type: string | null;
          created_at: string | null;
          reasons: Json | null;
        }[];
      };
      keep_second_step: { Args: { token: string }; Returns: boolean };
      leave_company: {
        Args: { company: string; person: string; ends_company?: boolean };
        Returns: undefined;
      };
      leave_newsletter: { Args: { token: string }; Returns: boolean };
      legal_text: { Args: { kind: string; day: string }; Returns: Json };
      list_applications: {
        Args: {
          job?: string;
          standing?: string;
          needs?: string;
          verified?: boolean;
          near?: string;
          starred?: boolean;
          q?: string;
          question?: string;
          answer?: string;
          spam?: boolean;
          after_at?: string;
          after_id?: string;
          size?: number;
        };
        Returns: {
          id: string | null;
          job_id: string | null;
          job_title: string | null;
          name: string | null;
          place: string | null;
          state: string | null;
          state_at: string | null;
          applied_at: string | null;
          answered_at: string | null;
          looked_at: string | null;
          leaves_at: string | null;
          spam_at: string | null;
          meets_needs: boolean | null;
          is_guest: boolean | null;
          is_verified: boolean | null;
          is_starred: boolean | null;
          stars: number | null;
          notes: number | null;
          email: string | null;
          phone: string | null;
          note: string | null;
          answers: Json | null;
        }[];
      };
      list_companies_in_part: { Args: { part?: number }; Returns: string[] };
      list_company_addresses: { Args: Record<never, never>; Returns: string[] };
      list_conversations: {
        Args: { archived?: boolean; before?: string; size?: number; before_id?: string };
        Returns: {
          id: string | null;
          side: string | null;
          other_id: string | null;
          other_name: string | null;
          other_company: string | null;
          profile_id: string | null;
          last_message: string | null;
          last_message_is_mine: boolean | null;
          last_message_at: string | null;
          unread: number | null;
          is_blocked_by_me: boolean | null;
          is_archived: boolean | null;
          last_colleague: string | null;
          is_shared: boolean | null;
          is_my_turn: boolean | null;
          is_applicant: boolean | null;
        }[];
      };
      list_job_addresses: { Args: { part?: number }; Returns: string[] };
      list_landings: { Args: Record<never, never>; Returns: string[] };
      list_saved_jobs: {
        Args: Record<never, never>;
        Returns: {
          saved_at: string | null;
          status: string | null;
          id: string | null;
          title: string | null;
          company: string | null;
          job_type: string | null;
          location: string | null;
          salary_range: string | null;
          created_at: string | null;
          ends_at: string | null;
          workplace: string | null;
          city: string | null;
          region: string | null;
          country: string | null;
          salary_from: number | null;
          salary_to: number | null;
          salary_currency: string | null;
          salary_period: string | null;
          application_url: string | null;
        }[];
      };
      look_at_application: { Args: { application: string }; Returns: undefined };
      mark_application_spam: {
        Args: { application: string; is_spam: boolean };
        Returns: undefined;
      };
      mark_conversation_read: {
        Args: { conversation: string; up_to?: string };
        Returns: undefined;
      };
      may_change: { Args: { job: string }; Returns: boolean };
      move_application: {
        Args: { application: string; seen: string; wanted: string };
        Returns: string;
      };
      my_companies: {
        Args: Record<never, never>;
        Returns: {
          id: string | null;
          slug: string | null;
          name: string | null;
          role: string | null;
          next_name: string | null;
          next_name_from: string | null;
          names_left: number | null;
          web_address: string | null;
          domain: string | null;
          domain_fault: string | null;
          place: string | null;
          about: string | null;
          logo: string | null;
          proven_domain: string | null;
          is_checked: boolean | null;
          is_public: boolean | null;
          closed_at: string | null;
          dns_token: string | null;
          proofs: Json | null;
          cases: Json | null;
          live_jobs: number | null;
        }[];
      };
      own_alerts: {
        Args: Record<never, never>;
        Returns: {
          id: string | null;
          kind: string | null;
          address: string | null;
          rhythm: string | null;
          weekday: number | null;
          hour: number | null;
          time_zone: string | null;
          is_on: boolean | null;
          sent_at: string | null;
        }[];
      };
      own_applications: {
        Args: { job?: string; before?: string; before_id?: string };
        Returns: {
          id: string | null;
          job_id: string | null;
          job_title: string | null;
          company_name: string | null;
          state: string | null;
          state_at: string | null;
          applied_at: string | null;
          answered_at: string | null;
          looked_at: string | null;
          is_silent: boolean | null;
          is_closed: boolean | null;
          note: string | null;
          answers: Json | null;
          profile: Json | null;
          resume_id: string | null;
          file_name: string | null;
          usual_days: number | null;
          said: string | null;
        }[];
      };
      own_jobs: {
        Args: Record<never, never>;
        Returns: Database['public']['Tables']['jobs']['Row'][];
      };
      own_mailbox_is_gone: { Args: Record<never, never>; Returns: boolean };
      own_seats: {
        Args: Record<never, never>;
        Returns: {
          company_id: string | null;
          company: string | null;
          role: string | null;
          pays: boolean | null;
          total: number | null;
          taken: number | null;
          bought: number | null;
        }[];
      };
      own_work: {
        Args: Record<never, never>;
        Returns: { is_member: boolean | null; has_jobs: boolean | null }[];
      };
      posted_by_name: { Args: { job: string }; Returns: string };
      posting_figures: { Args: { job: string }; Returns: Json };
      postings_with_applications: {
        Args: Record<never, never>;
        Returns: {
          id: string | null;
          title: string | null;
          company: string | null;
          waiting: number | null;
        }[];
      };
      queue_newsletter_edition: { Args: { edition: string; most: number }; Returns: number };
      read_alert_link: { Args: { token: string }; Returns: Json };
      read_application: { Args: { application: string }; Returns: Json };
      read_invitation: {
        Args: { token: string };
        Returns: {
          company: string | null;
          inviter: string | null;
          role: string | null;
          is_for_me: boolean | null;
          is_proved: boolean | null;
        }[];
      };
      remove_resume: { Args: Record<never, never>; Returns: undefined };
      report_profile: { Args: { profile: string; reason: string }; Returns: boolean };
      save_alert: {
        Args: {
          kind: string;
          conditions?: Json;
          address?: string;
          rhythm?: string;
          weekday?: number;
          hour?: number;
          time_zone?: string;
        };
        Returns: string;
      };
      save_jobs: { Args: { ids: string[] }; Returns: number };
      saved_by: { Args: { saved: string }; Returns: string };
      search_board: {
        Args: {
          wanted?: Json;
          sort?: string;
          after_featured?: boolean;
          after_created_at?: string;
          after_id?: string;
          skip?: number;
        };
        Returns: {
          id: string | null;
          title: string | null;
          company: string | null;
          job_type: string | null;
          location: string | null;
          salary_range: string | null;
          application_url: string | null;
          description: string | null;
          created_at: string | null;
          application_deadline: string | null;
          workplace: string | null;
          city: string | null;
          region: string | null;
          country: string | null;
          salary_from: number | null;
          salary_to: number | null;
          salary_currency: string | null;
          salary_period: string | null;
          ends_at: string | null;
          updated_at: string | null;
          is_featured: boolean | null;
          has_more: boolean | null;
          matches: number | null;
          is_exact: boolean | null;
        }[];
      };
      search_candidates: {
        Args: {
          q?: string;
          level?: string;
          skills?: string[];
          skills_mode?: string;
          location?: string;
          certification?: string;
          availability?: string;
          verified?: string;
          years_from?: number;
          years_to?: number;
          miles?: number;
          sort?: string;
          after?: string;
          page_size?: number;
        };
        Returns: Database['public']['Tables']['candidate_profiles']['Row'][];
      };
      search_conversations: {
        Args: { q: string; before?: string; size?: number; before_id?: string };
        Returns: {
          id: string | null;
          side: string | null;
          other_id: string | null;
          other_name: string | null;
          other_company: string | null;
          profile_id: string | null;
          last_message: string | null;
          last_message_is_mine: boolean | null;
          last_message_at: string | null;
          unread: number | null;
          is_blocked_by_me: boolean | null;
          is_archived: boolean | null;
          last_colleague: string | null;
          is_shared: boolean | null;
          is_my_turn: boolean | null;
          is_applicant: boolean | null;
          found: string | null;
          found_at: string | null;
          found_is_mine: boolean | null;
        }[];
      };
      search_jobs: {
        Args: {
          q?: string;
          type?: string;
          after_featured?: boolean;
          after_created_at?: string;
          after_id?: string;
          credential?: string;
        };
        Returns: {
          id: string | null;
          title: string | null;
          company: string | null;
          job_type: string | null;
          location: string | null;
          salary_range: string | null;
          application_url: string | null;
          description: string | null;
          created_at: string | null;
          application_deadline: string | null;
          workplace: string | null;
          city: string | null;
          region: string | null;
          country: string | null;
          salary_from: number | null;
          salary_to: number | null;
          salary_currency: string | null;
          salary_period: string | null;
          ends_at: string | null;
          updated_at: string | null;
          is_featured: boolean | null;
          has_more: boolean | null;
          matches: number | null;
          is_exact: boolean | null;
        }[];
      };
      send_invitation_again: { Args: { invitation: string }; Returns: undefined };
      set_company_name: {
        Args: { company: string; called: string };
        Returns: { next_name: string | null; next_from: string | null; waits: boolean | null }[];
      };
      set_member_role: {
        Args: { company: string; person: string; wanted: string };
        Returns: undefined;
      };
      similar_companies: {
        Args: { called: string };
        Returns: { name: string | null; domain: string | null }[];
      };
      similar_jobs: {
        Args: { job_id: string };
        Returns: {
          id: string | null;
          title: string | null;
          company: string | null;
          job_type: string | null;
          location: string | null;
          salary_range: string | null;
          created_at: string | null;
        }[];
      };
      stop_alerts: {
        Args: { token: string; which?: string; stops_all?: boolean };
        Returns: boolean;
      };
      stop_application_mails: { Args: { token: string }; Returns: boolean };
      stop_message_mails: { Args: { token: string }; Returns: boolean };
      subscribe_to_newsletter: {
        Args: { address: string; consent_version: number };
        Returns: boolean;
      };
      suggest_words: {
        Args: { asked: string[] };
        Returns: { word: string | null; meant: string | null }[];
      };
      take_newsletter_try: { Args: { key: string; most: number; span: string }; Returns: boolean };
      take_seat: { Args: { company: string; person: string }; Returns: undefined };
      unblock_conversation: { Args: { conversation: string }; Returns: undefined };
      unread_messages: { Args: Record<never, never>; Returns: number };
      unsubscribe_from_newsletter: { Args: { token: string }; Returns: undefined };
      waits_for_review: { Args: { job: string }; Returns: boolean };
      whole_job_page: { Args: { job_id: string }; Returns: Json };
      why_jobs_fit: {
        Args: { jobs: string[] };
        Returns: { job_id: string | null; reasons: Json | null }[];
      };
      withdraw_application: { Args: { application: string }; Returns: boolean };
      withdraw_invitation: { Args: { invitation: string }; Returns: undefined };
      words_changed_on: {
        Args: { kinds: string[] };
        Returns: { kind: string | null; changed: string | null }[];
      };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
